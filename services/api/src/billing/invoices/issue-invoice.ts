import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import { isValidOn, type Catalogue, type CollectionMethod } from '@plimsoll/contracts/billing/catalogue';
import { graceDays } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent, InvoiceFigures, PlanTerms } from '@plimsoll/contracts/billing/events';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import type { OpenedBilling } from '../on-billing.ts';

/** Input for issuing an invoice. */
export interface Invoiced {
  readonly organization: string;
  readonly invoiceGuid: string;
  readonly plan: PlanTerms;
  readonly quantity: number;
  readonly collectionMethod: CollectionMethod;
  readonly period: BillingState['period'];
  readonly figures: InvoiceFigures;
  readonly address: BillingAddress | null;
}

/** Payment term of a sent invoice, in days. */
const DAYS_TO_PAY = 30;

/** Issues the next invoice. Its number is derived from the count in the log, so that there are no gaps. */
export function issuedInvoice(
  { billing, sold, day }: OpenedBilling,
  { organization, invoiceGuid, plan, quantity, collectionMethod, period, figures, address }: Invoiced,
): BillingEvent {
  const isSent = collectionMethod === 'SEND_INVOICE' && figures.total > 0;
  return {
    type: 'InvoiceIssued',
    data: {
      day,
      invoiceGuid,
      number: `${organization.slice(-12)}-${billing.invoices.count + 1}`,
      dueOn: isSent ? addDays(day, DAYS_TO_PAY) : day,
      currency: billing.currency,
      productName: plan.productName,
      billingInterval: plan.billingInterval,
      quantity,
      period,
      figures,
      seller: sellerOf(sold, day),
      address,
    },
  };
}

/** Marks an invoice as paid: by a charge or, with `chargeGuid` null, because nothing was due. */
export const paidInvoice = (
  day: string,
  invoiceGuid: string,
  chargeGuid: string | null,
  card: { readonly brand: string; readonly last4Digits: string } | null,
  toBalance = 0,
): BillingEvent => ({
  type: 'InvoicePaid',
  data: {
    day,
    invoiceGuid,
    chargeGuid,
    paymentReference: null,
    toBalance,
    brand: card?.brand ?? null,
    last4Digits: card?.last4Digits ?? null,
  },
});

/** Voids all open invoices, so that nobody has to pay them. */
export const voidedInvoices = ({ invoices }: Pick<BillingState, 'invoices'>, day: string): BillingEvent[] =>
  invoices.open.map(({ invoiceGuid, ofBalance }) => ({
    type: 'InvoiceVoided',
    data: { day, invoiceGuid, balanceBack: ofBalance },
  }));

/** Ends a subscription and voids its open invoices. */
export const endedSubscription = (
  billing: BillingState,
  day: string,
  reason: 'CANCELLED' | 'UNPAID',
): BillingEvent[] => [...voidedInvoices(billing, day), { type: 'SubscriptionEnded', data: { day, reason } }];

/** Begins the grace period for an invoice that was not paid when due. */
export const begunGrace = (
  { plan }: Pick<BillingState, 'plan'>,
  day: string,
  invoiceGuid: string,
  declineCode: string | null,
): BillingEvent => ({
  type: 'GraceBegun',
  data: { day, until: addDays(day, graceDays(plan?.billingInterval ?? 'MONTH')), invoiceGuid, declineCode },
});

function sellerOf({ sellers }: Pick<Catalogue, 'sellers'>, day: string): { name: string; lines: string[] } {
  const { name, lines } = sellers.find((one) => isValidOn(one, day)) ?? sellers[0]!;
  return { name, lines: [...lines] };
}
