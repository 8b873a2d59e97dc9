import { factsOf } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import type { Decision } from '../../commands/decision.ts';
import { stateConflict, type OpenedBilling } from '../on-billing.ts';
import { accessUntil } from '../billing-status.ts';
import { endedSubscription } from '../invoices/issue-invoice.ts';

/** Cancels what is tried or paid for, when that is over; what has no end is over today, and so is what is overdue: nobody is to pay it any more. A second time changes nothing. Refuses: SubscriptionStateConflict, also while a purchase is under way. */
export function cancelSubscription({ billing, day }: OpenedBilling): Decision<BillingEvent> {
  const facts = factsOf(billing, true);
  const status = statusAt(facts, day);
  if (billing.purchase || !allowedCommands(status).includes('CANCEL')) return stateConflict(billing, true, day);
  if (status === 'PAYMENT_REQUIRED') return endedSubscription(billing, day, 'CANCELLED');
  return status === 'CANCELLED_ACTIVE'
    ? []
    : [{ type: 'SubscriptionCancelled', data: { day, accessUntil: accessUntil(facts, day) ?? day } }];
}
