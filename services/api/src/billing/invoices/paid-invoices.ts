import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { billingStream } from '../billing-stream.ts';
import * as streams from '@plimsoll/contracts/billing/streams';
import { decider, type DecidedStream } from '../../commands/decider.ts';

type DataOf<Type extends BillingEvent['type']> = Extract<BillingEvent, { type: Type }>['data'];

/** An organization's billing with all its events. For old invoices, which are looked up rarely. */
export interface WholeBilling {
  readonly billing: BillingState | null;
  readonly events: readonly BillingEvent[];
}

const wholeBillingDecider = decider({
  stream: streams.billingStream,
  initial: { billing: null, events: [] } as WholeBilling,
  evolve: ({ billing, events }, event): WholeBilling => ({
    billing: evolveBilling(billing, event),
    events: [...events, event],
  }),
  guid: (tenant: string) => billingStream(tenant).guid,
});

export const wholeBilling = (tenant: string): DecidedStream<WholeBilling> => wholeBillingDecider.of(tenant);

/** An invoice with its payment and refunds. */
export interface PaidInvoice {
  readonly issued: DataOf<'InvoiceIssued'>;
  readonly isVoid: boolean;
  readonly paid: DataOf<'InvoicePaid'> | null;
  /** The provider's reference for the charge that paid it. */
  readonly reference: string | null;
  /** Refunded or being refunded, in cents. */
  readonly refundedCents: number;
}

/** Finds an invoice by its number or guid; null when there is none. */
export function invoiceIn({ events }: WholeBilling, numberOrGuid: string): PaidInvoice | null {
  const of = <Type extends BillingEvent['type']>(type: Type) =>
    events.filter((event) => event.type === type).map(({ data }) => data as DataOf<Type>);
  const issued = of('InvoiceIssued').find(
    ({ number, invoiceGuid }) => number === numberOrGuid || invoiceGuid === numberOrGuid,
  );
  if (!issued) return null;
  const { invoiceGuid } = issued;
  const paid = of('InvoicePaid').find((one) => one.invoiceGuid === invoiceGuid) ?? null;
  const failed = new Set(of('RefundFailed').map(({ refundGuid }) => refundGuid));
  const refundedCents = of('RefundRequested')
    .filter((one) => one.invoiceGuid === invoiceGuid && !failed.has(one.refundGuid))
    .reduce((sum, { cents }) => sum + cents, 0);
  const reference = of('ChargeSucceeded').find(({ chargeGuid }) => chargeGuid === paid?.chargeGuid)?.reference ?? null;
  return {
    issued,
    isVoid: of('InvoiceVoided').some((one) => one.invoiceGuid === invoiceGuid),
    paid,
    reference,
    refundedCents,
  };
}
