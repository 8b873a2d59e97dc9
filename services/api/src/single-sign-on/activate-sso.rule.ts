import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ssoActivated } from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Organization } from '../organizations/organization.ts';

/**
 * Activates the pending data of the identity provider. Refuses: SsoNotTested if the actor has not recently tested
 * exactly this data. No effect if single sign-on is active and nothing is pending.
 * @param triedGuids of provider data that the actor has tested.
 */
export function activateSso(
  { singleSignOn: { active, pending } }: Pick<Organization, 'singleSignOn'>,
  triedGuids: ReadonlySet<string>,
): Decision<EventOf<typeof ssoActivated>> {
  if (!pending) return active ? [] : refuse('SsoNotTested');
  return triedGuids.has(pending.providerGuid)
    ? [{ type: 'SsoActivated', data: { providerGuid: pending.providerGuid } }]
    : refuse('SsoNotTested');
}
