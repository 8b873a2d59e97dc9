import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { organizationDecider, organizationNow } from '../organization.ts';
import { removeLogo } from './remove-logo.rule.ts';

/** The fact first, then the picture: a repetition after a fault in between completes it, and takes no logo that was set since. */
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
    if (isExecuted(outcome) && (await organizationNow(store, tenant))?.logoRevision === null)
      await pictures.remove('ORGANIZATION_LOGO', tenant);
    return outcome;
  },
});
