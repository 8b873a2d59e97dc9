import type { BillingState, OpenPurchase } from '@plimsoll/contracts/billing/billing-state';
import { isValidOn } from '@plimsoll/contracts/billing/catalogue';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { addDays } from '@plimsoll/contracts/calendar';
import { canonicalText } from '@plimsoll/event-store/canonical-text';
import type { Decision } from '../commands/decision.ts';
import { billingCommand, type OpenedBilling } from './billing-command.ts';
import type { KeptCard } from './payments.ts';

/** What became of a purchase at the provider: paid or the card kept, declined, or given up when its hour was over. */
export type Settled =
  | { readonly status: 'DONE'; readonly reference: string; readonly card: KeptCard }
  | { readonly status: 'DECLINED'; readonly declineCode: string }
  | { readonly status: 'EXPIRED' };

interface Completing {
  readonly organization: string;
  readonly invoiceGuid: string;
  readonly paid: { readonly reference: string; readonly card: KeptCard } | null;
}

/** A sent invoice is due then. */
const DAYS_TO_PAY = 30;

/** Ends a purchase by what the provider has said; one that has ended changes nothing. */
export function settlePurchase(opened: OpenedBilling, purchaseGuid: string, organization: string, settled: Settled, invoiceGuid: string): Decision<BillingEvent> {
  const { billing: { purchase }, day } = opened;
  if (purchase?.purchaseGuid !== purchaseGuid) return [];
  if (settled.status === 'DONE') return completedPurchase(opened, purchase, { organization, invoiceGuid, paid: settled });
  const declineCode = settled.status === 'DECLINED' ? settled.declineCode : null;
  return [
    ...(purchase.chargeGuid === null ? [] : [{ type: 'ChargeFailed' as const, data: { day, chargeGuid: purchase.chargeGuid, declineCode } }]),
    { type: 'PurchaseFailed', data: { day, purchaseGuid, because: settled.status, declineCode } },
  ];
}

/** All that a purchase brings, once it is paid for or needs no payment: in one append, so that there is never a charge without its invoice. */
export function completedPurchase({ billing, sold, day }: OpenedBilling, purchase: OpenPurchase, { organization, invoiceGuid, paid }: Completing): BillingEvent[] {
  const { purchaseGuid, plan, quantity, collectionMethod, period, figures, trialEndsOn, paymentToken, customer, emailAddress, address, chargeGuid } = purchase;
  const isPaid = collectionMethod === 'CHARGE_AUTOMATICALLY' || figures?.total === 0;
  const movesPeriod = period !== null && (period.from !== billing.period?.from || period.to !== billing.period.to);
  const isAsBefore = billing.isBought && (billing.cancelled === null || day < billing.cancelled.accessUntil) && collectionMethod === billing.collectionMethod && canonicalText(plan) === canonicalText(billing.plan);
  return [
    ...(paid && chargeGuid !== null ? [{ type: 'ChargeSucceeded' as const, data: { day, chargeGuid, reference: paid.reference } }] : []),
    ...(paid && paymentToken !== null && customer !== null ? [{ type: 'PaymentMethodSet' as const, data: { day, ...paid.card, customer } }] : []),
    { type: 'BillingDetailsChanged', data: { day, emailAddress, address } },
    ...(billing.cancelled && day < billing.cancelled.accessUntil ? [{ type: 'SubscriptionRestored' as const, data: { day } }] : []),
    ...(trialEndsOn === null ? [] : [{ type: 'TrialBegun' as const, data: { day, endsOn: trialEndsOn } }]),
    ...(!isAsBefore ? [{ type: 'PlanBought' as const, data: { day, plan, quantity, collectionMethod } }] : quantity === billing.quantity ? [] : [{ type: 'QuantityChanged' as const, data: { day, quantity } }]),
    ...(movesPeriod ? [{ type: 'PeriodBegun' as const, data: { day, ...period } }] : []),
    ...(figures === null ? [] : [{
      type: 'InvoiceIssued' as const,
      data: {
        day, invoiceGuid, number: numberOf(organization, billing), dueOn: isPaid ? day : addDays(day, DAYS_TO_PAY), currency: billing.currency, productName: plan.productName, billingInterval: plan.billingInterval, quantity, period, figures,
        seller: sellerOf(sold, day), address,
      },
    }]),
    ...(figures !== null && isPaid ? [{ type: 'InvoicePaid' as const, data: { day, invoiceGuid, chargeGuid } }] : []),
    { type: 'PurchaseCompleted', data: { day, purchaseGuid, invoiceGuid: figures && invoiceGuid } },
  ];
}

/** Counted by the log itself, so that there is no gap. */
const numberOf = (organization: string, { invoices }: Pick<BillingState, 'invoices'>): string => `${organization.slice(-12)}-${invoices.count + 1}`;

function sellerOf({ sellers }: OpenedBilling['sold'], day: string): { name: string; lines: string[] } {
  const { name, lines } = sellers.find((one) => isValidOn(one, day)) ?? sellers[0]!;
  return { name, lines: [...lines] };
}

export const SettlePurchase = billingCommand('SettlePurchase', settlePurchase);
