import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { subscriptionStatusSet } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../commands/decision.ts';
import type { Organization } from './organization.ts';

export type SubscriptionState = EventOf<typeof subscriptionStatusSet>['data'];

/**
 * Says where an organization stands with its subscription, in place of what was said before. What stands already writes
 * nothing, but for a trial: its days count anew from when they are said.
 */
export function setSubscriptionStatus(
  { subscription }: Pick<Organization, 'subscription'>,
  state: SubscriptionState,
): Decision<EventOf<typeof subscriptionStatusSet>> {
  const isSame =
    state.freeTrialRemainingDays === null &&
    (['status', 'freeTrialRemainingDays', 'planName', 'nextBillingDate'] as const).every(
      (field) => subscription[field] === state[field],
    );
  return isSame ? [] : [{ type: 'SubscriptionStatusSet', data: state }];
}
