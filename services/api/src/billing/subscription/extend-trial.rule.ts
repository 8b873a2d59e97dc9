import type { trialExtended } from '@plimsoll/contracts/billing/events';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { Decision } from '../../commands/decision.ts';
import { stateConflict, type OpenedBilling } from '../on-billing.ts';

/**
 * Extends a trial by a number of days from its end or, when it has passed, from today. Refuses:
 * SubscriptionStateConflict when there is no trial or a plan was bought.
 */
export function extendTrial({ billing, day }: OpenedBilling, days: number): Decision<EventOf<typeof trialExtended>> {
  const { trial, isBought } = billing;
  if (!trial || isBought) return stateConflict(billing, true, day);
  return [{ type: 'TrialExtended', data: { day, endsOn: addDays(trial.endsOn > day ? trial.endsOn : day, days) } }];
}
