import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { organizationDecider, organizationNow } from '../organization.ts';
import { setLogo } from './set-logo.rule.ts';

/** The fact first, then the picture: a repetition after a fault in between completes it, and brings back none that another has replaced since. */
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
    if (isExecuted(outcome) && (await organizationNow(store, tenant))?.logoRevision === outcome.revision)
      await pictures.set('ORGANIZATION_LOGO', tenant, picture);
    return outcome;
  },
});
