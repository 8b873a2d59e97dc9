import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { subscriptionStatusSet } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../commands/decision.ts';
import type { Organization } from './organization.ts';

export type SubscriptionState = EventOf<typeof subscriptionStatusSet>['data'];

/**
 * Sets an organization's subscription status, replacing the previous one. An equal status writes nothing, except for a
 * trial, whose remaining days count from the time they are set.
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
