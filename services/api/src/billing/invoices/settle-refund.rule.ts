import { billingTime } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent, InvoiceFigures } from '@plimsoll/contracts/billing/events';
import type { Decision } from '../../commands/decision.ts';
import { invoiceIn, type WholeBilling } from './paid-invoices.ts';
import type { RefundOutcome } from '../provider/payments.ts';

export type SettledRefund = Exclude<RefundOutcome, { status: 'PENDING' }>;

type Requested = Extract<BillingEvent, { type: 'RefundRequested' }>['data'];

/** A refund request that has not ended; undefined once it has. */
export const openRefund = ({ events }: Pick<WholeBilling, 'events'>, refundGuid: string): Requested | undefined =>
  events.some(
    ({ type, data }) => (type === 'RefundCompleted' || type === 'RefundFailed') && data.refundGuid === refundGuid,
  )
    ? undefined
    : (events.find(({ type, data }) => type === 'RefundRequested' && data.refundGuid === refundGuid)?.data as
        | Requested
        | undefined);

/** Settles a refund by the provider's outcome, with its credit note. Settling one that has ended changes nothing. */
export function settleRefund(
  whole: WholeBilling,
  organization: string,
  refundGuid: string,
  settled: SettledRefund,
  creditNoteGuid: string,
  at: Date,
): Decision<BillingEvent> {
  const { billing } = whole;
  const requested = openRefund(whole, refundGuid);
  const found = requested && invoiceIn(whole, requested.invoiceGuid);
  if (!billing || !requested || !found) return [];
  const { date: day } = billingTime(billing, at);
  if (settled.status === 'FAILED') return [{ type: 'RefundFailed', data: { day, refundGuid, code: settled.code } }];
  const { currency, productName, billingInterval, quantity, period, seller, address, figures } = found.issued;
  return [
    { type: 'RefundCompleted', data: { day, refundGuid, reference: settled.reference, creditNoteGuid } },
    {
      type: 'CreditNoteIssued',
      data: {
        day,
        creditNoteGuid,
        number: `${organization.slice(-12)}-C${billing.invoices.creditNotes + 1}`,
        invoiceGuid: requested.invoiceGuid,
        currency,
        productName,
        billingInterval,
        quantity,
        period,
        figures: refundedFigures(figures, requested.cents),
        seller,
        address,
        reason: requested.reason,
      },
    },
  ];
}

/** Figures of a partial refund: each tax pro rata, rounded half a cent up; the price is the remainder. */
export function refundedFigures({ taxes, total }: InvoiceFigures, cents: number): InvoiceFigures {
  const share = (part: number): number =>
    Number((2n * BigInt(part) * BigInt(cents) + BigInt(total)) / (2n * BigInt(total)));
  const back = taxes.map((tax) => ({ ...tax, cents: share(tax.cents) }));
  const tax = back.reduce((sum, one) => sum + one.cents, 0);
  const line = (kind: 'PRICE' | 'TAX', of: number) => ({ kind, from: null, to: null, cents: of });
  return {
    lines: [line('PRICE', cents - tax), ...back.map((one) => line('TAX', one.cents))],
    subtotal: cents - tax,
    discount: 0,
    credit: 0,
    creditLeft: 0,
    taxes: back,
    tax,
    total: cents,
  };
}
