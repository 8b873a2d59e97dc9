import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationLogoRemoved } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { organizationDecider, organizationNow, type Organization } from '../organization.ts';

/** Refuses: OrganizationNotFound, LogoNotFound. */
export function removeLogo(organization: Organization | null): Decision<EventOf<typeof organizationLogoRemoved>> {
  if (!organization) return refuse('OrganizationNotFound');
  return organization.logoRevision === null ? refuse('LogoNotFound') : [{ type: 'OrganizationLogoRemoved', data: {} }];
}

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
