import { billingTime } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { invoiceIn, type WholeBilling } from './paid-invoices.ts';

export interface WantedRefund {
  /** The invoice's number or guid. */
  readonly invoice: string;
  readonly cents: number;
  readonly reason: string;
  readonly refundGuid: string;
}

/**
 * Records a refund request before the provider is called. Refuses: BillingLineItemNotFound for an invoice that was not
 * paid by card; MalformedRequest for more than was paid.
 */
export function refundInvoice(
  whole: WholeBilling,
  { invoice, cents, reason, refundGuid }: WantedRefund,
  at: Date,
): Decision<BillingEvent> {
  const found = invoiceIn(whole, invoice);
  if (!whole.billing || !found?.paid || found.reference === null) return refuse('BillingLineItemNotFound');
  const left = found.issued.figures.total - found.refundedCents;
  if (cents < 1 || cents > left)
    return refuse('MalformedRequest', {
      fieldErrors: [fieldError('cents', 'MalformedRequest', `Of what was paid ${left} cents are left`)],
    });
  return [
    {
      type: 'RefundRequested',
      data: {
        day: billingTime(whole.billing, at).date,
        refundGuid,
        invoiceGuid: found.issued.invoiceGuid,
        reference: found.reference,
        cents,
        requestedAt: at.toISOString(),
        reason,
      },
    },
  ];
}
