import type { OpenPurchase } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import type { Decision } from '../../commands/decision.ts';
import type { OpenedBilling } from '../on-billing.ts';
import { begunGrace, issuedInvoice, paidInvoice, voidedInvoices } from '../invoices/issue-invoice.ts';
import type { StoredCard } from '../provider/payments.ts';

/** Final outcome of a purchase at the provider: paid or card stored, declined, or expired. */
export type Settled =
  | { readonly status: 'DONE'; readonly reference: string; readonly card: StoredCard }
  | { readonly status: 'DECLINED'; readonly declineCode: string }
  | { readonly status: 'EXPIRED' };

interface Completing {
  readonly organization: string;
  readonly invoiceGuid: string;
  readonly paid: { readonly reference: string; readonly card: StoredCard } | null;
}

/** Settles a purchase by the provider's outcome. Settling one that has ended changes nothing. */
export function settlePurchase(
  opened: OpenedBilling,
  purchaseGuid: string,
  organization: string,
  settled: Settled,
  invoiceGuid: string,
): Decision<BillingEvent> {
  const { billing, day } = opened;
  const { purchase } = billing;
  if (purchase?.purchaseGuid !== purchaseGuid) return [];
  if (settled.status === 'DONE')
    return purchase.invoiceGuid === null
      ? completedPurchase(opened, purchase, { organization, invoiceGuid, paid: settled })
      : paidOpenInvoice(opened, purchase, purchase.invoiceGuid, settled);
  const declineCode = settled.status === 'DECLINED' ? settled.declineCode : null;
  const isOpen = billing.invoices.open.some((one) => one.invoiceGuid === purchase.invoiceGuid);
  return [
    ...(purchase.chargeGuid === null
      ? []
      : [{ type: 'ChargeFailed' as const, data: { day, chargeGuid: purchase.chargeGuid, declineCode } }]),
    { type: 'PurchaseFailed', data: { day, purchaseGuid, because: settled.status, declineCode } },
    // An expired charge was not declined, so grace does not begin and the invoice is charged again.
    ...(purchase.byCalendar && isOpen && declineCode !== null && !billing.unpaid
      ? [begunGrace(billing, day, purchase.invoiceGuid!, declineCode)]
      : []),
  ];
}

/** Marks an open invoice as paid. If it was voided meanwhile, the payment is credited to the balance. */
function paidOpenInvoice(
  { billing, day }: OpenedBilling,
  { purchaseGuid, chargeGuid, chargeCents, paymentToken, customer }: OpenPurchase,
  invoiceGuid: string,
  { reference, card }: Extract<Settled, { status: 'DONE' }>,
): BillingEvent[] {
  const isOpen = billing.invoices.open.some((one) => one.invoiceGuid === invoiceGuid);
  return [
    { type: 'ChargeSucceeded', data: { day, chargeGuid: chargeGuid!, reference } },
    ...(paymentToken !== null && customer !== null
      ? [{ type: 'PaymentMethodSet' as const, data: { day, ...card, customer } }]
      : []),
    paidInvoice(day, invoiceGuid, chargeGuid, card, isOpen ? 0 : chargeCents!),
    { type: 'PurchaseCompleted', data: { day, purchaseGuid, invoiceGuid } },
  ];
}

/** All events of a completed purchase, in one append, so that there is never a charge without its invoice. */
export function completedPurchase(
  opened: OpenedBilling,
  purchase: OpenPurchase,
  { organization, invoiceGuid, paid }: Completing,
): BillingEvent[] {
  const { billing, day } = opened;
  const {
    purchaseGuid,
    plan,
    quantity,
    collectionMethod,
    period,
    figures,
    trialEndsOn,
    paymentToken,
    customer,
    emailAddress,
    address,
    chargeGuid,
  } = purchase;
  const isPaid = collectionMethod === 'CHARGE_AUTOMATICALLY' || figures?.total === 0;
  const movesPeriod = period !== null && (period.from !== billing.period?.from || period.to !== billing.period.to);
  const isOver = billing.cancelled !== null && billing.cancelled.accessUntil <= day;
  const isAsBefore =
    billing.isBought &&
    !isOver &&
    collectionMethod === billing.collectionMethod &&
    canonicalText(plan) === canonicalText(billing.plan);
  return [
    ...(paid && chargeGuid !== null
      ? [{ type: 'ChargeSucceeded' as const, data: { day, chargeGuid, reference: paid.reference } }]
      : []),
    ...(paid && paymentToken !== null && customer !== null
      ? [{ type: 'PaymentMethodSet' as const, data: { day, ...paid.card, customer } }]
      : []),
    { type: 'BillingDetailsChanged', data: { day, emailAddress, address } },
    ...(billing.cancelled && !isOver ? [{ type: 'SubscriptionRestored' as const, data: { day } }] : []),
    ...(trialEndsOn === null ? [] : [{ type: 'TrialBegun' as const, data: { day, endsOn: trialEndsOn } }]),
    ...(!isAsBefore
      ? [{ type: 'PlanBought' as const, data: { day, plan, quantity, collectionMethod } }]
      : quantity === billing.quantity
        ? []
        : [{ type: 'QuantityChanged' as const, data: { day, quantity } }]),
    ...(movesPeriod ? [{ type: 'PeriodBegun' as const, data: { day, ...period } }] : []),
    ...(figures === null
      ? []
      : [
          issuedInvoice(opened, {
            organization,
            invoiceGuid,
            plan,
            quantity,
            collectionMethod,
            period,
            figures,
            address,
          }),
        ]),
    ...(figures !== null && isPaid
      ? [paidInvoice(day, invoiceGuid, chargeGuid, chargeGuid === null ? null : (paid?.card ?? null))]
      : []),
    // The new period replaces the unpaid one.
    ...(figures !== null && (billing.unpaid || isOver) ? voidedInvoices(billing, day) : []),
    { type: 'PurchaseCompleted', data: { day, purchaseGuid, invoiceGuid: figures && invoiceGuid } },
  ];
}
