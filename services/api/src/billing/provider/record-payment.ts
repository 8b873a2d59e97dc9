import { billingTime } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { invoiceIn, wholeBilling, type WholeBilling } from '../invoices/paid-invoices.ts';

/**
 * Records payment of an invoice by other means than a card, such as a transfer. Payment of a void invoice is credited
 * to the balance. Recording the same transfer again writes nothing. Refuses: BillingLineItemNotFound;
 * SubscriptionStateConflict for an invoice that is paid already.
 */
function recordPayment(
  whole: WholeBilling,
  invoice: string,
  paymentReference: string,
  at: Date,
): Decision<BillingEvent> {
  const found = invoiceIn(whole, invoice);
  if (!whole.billing || !found) return refuse('BillingLineItemNotFound');
  if (found.paid) return found.paid.paymentReference === paymentReference ? [] : refuse('SubscriptionStateConflict');
  const { invoiceGuid, figures } = found.issued;
  return [
    {
      type: 'InvoicePaid',
      data: {
        day: billingTime(whole.billing, at).date,
        invoiceGuid,
        chargeGuid: null,
        paymentReference,
        toBalance: found.isVoid ? figures.total : 0,
        brand: null,
        last4Digits: null,
      },
    },
  ];
}

export const RecordPayment = defineCommand({
  name: 'RecordPayment',
  useCase: ({ tenant, receivedAt }, invoice: string, reference: string) =>
    singleStream({
      own: wholeBilling(tenant),
      decide: (whole) => recordPayment(whole, invoice, reference, receivedAt),
    }),
});
