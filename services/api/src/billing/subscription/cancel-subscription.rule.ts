import { factsOf } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import type { Decision } from '../../commands/decision.ts';
import { stateConflict, type OpenedBilling } from '../on-billing.ts';
import { accessUntil } from '../billing-status.ts';
import { endedSubscription } from '../invoices/issue-invoice.ts';

/**
 * Cancels a subscription at the end of its trial or paid period. One without an end, or that is overdue, ends today and
 * its open invoices are voided. Cancelling again changes nothing. Refuses: SubscriptionStateConflict, also while a
 * purchase is under way.
 */
export function cancelSubscription({ billing, day }: OpenedBilling): Decision<BillingEvent> {
  const facts = factsOf(billing, true);
  const status = statusAt(facts, day);
  if (billing.purchase || !allowedCommands(status).includes('CANCEL')) return stateConflict(billing, true, day);
  if (status === 'PAYMENT_REQUIRED') return endedSubscription(billing, day, 'CANCELLED');
  return status === 'CANCELLED_ACTIVE'
    ? []
    : [{ type: 'SubscriptionCancelled', data: { day, accessUntil: accessUntil(facts, day) ?? day } }];
}
