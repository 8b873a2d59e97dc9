import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { organizationDecider, loadOrganization } from '../organization.ts';
import { setLogo } from './set-logo.rule.ts';

/**
 * Writes the event first, then stores the picture: repeating the command after a crash completes it, and does not
 * overwrite a logo that was set since.
 */
export const SetLogo = defineCommand({
  name: 'SetLogo',
  needs: [Pictures],
  handle: (pictures) => async (store, envelope, picture: Buffer) => {
    const { tenant } = envelope;
    const outcome = await execute(
      store,
      envelope,
      singleStream({
        own: organizationDecider.of(tenant),
        decide: setLogo,
      }),
    );
    if (isExecuted(outcome) && (await loadOrganization(store, tenant))?.logoRevision === outcome.revision)
      await pictures.set('ORGANIZATION_LOGO', tenant, picture);
    return outcome;
  },
});
