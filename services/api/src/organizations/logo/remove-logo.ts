import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { organizationDecider, loadOrganization } from '../organization.ts';
import { removeLogo } from './remove-logo.rule.ts';

/**
 * Writes the event first, then removes the picture: repeating the command after a crash completes it, and does not
 * remove a logo that was set since.
 */
export const RemoveLogo = defineCommand({
  name: 'RemoveLogo',
  needs: [Pictures],
  handle: (pictures) => async (store, envelope) => {
    const { tenant } = envelope;
    const outcome = await execute(
      store,
      envelope,
      singleStream({
        own: organizationDecider.of(tenant),
        decide: removeLogo,
      }),
    );
    if (isExecuted(outcome) && (await loadOrganization(store, tenant))?.logoRevision === null)
      await pictures.remove('ORGANIZATION_LOGO', tenant);
    return outcome;
  },
  route: { operationId: 'removeLogo', args: () => [], answer: () => undefined },
});
