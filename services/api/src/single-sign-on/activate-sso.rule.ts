import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ssoActivated } from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Organization } from '../organizations/organization.ts';

/**
 * Has members sign in through the provider whose data wait. Refuses: SsoNotTested where whoever asks has not tried these very
 * data a short while ago. What is on, with nothing waiting, writes nothing.
 * @param triedGuids of the data that they have tried.
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
