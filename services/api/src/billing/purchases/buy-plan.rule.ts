import { completedPurchase } from './settle-purchase.rule.ts';
import { anchoredPeriod } from '@plimsoll/contracts/billing/billing-interval';
import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import { factsOf } from '@plimsoll/contracts/billing/billing-state';
import type { CollectionMethod } from '@plimsoll/contracts/billing/catalogue';
import type { BillingEvent, InvoiceFigures } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import type { FieldError } from '@plimsoll/contracts/errors/problem';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { refuse, type Decision } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { stateConflict, type OpenedBilling } from '../on-billing.ts';
import { claimsOf, quotePlan, type QuotedPlan, type WantedPlan } from '../subscription/quote-plan.ts';
import type { QuoteClaims } from '../subscription/quote-tokens.ts';

/** What a purchase needs besides what is bought. */
export interface Buying {
  readonly organization: string;
  /** A card that is not kept yet; null for the one that is. */
  readonly paymentToken: string | null;
  /** As whom the provider knows the organization; null where nothing is asked of it. */
  readonly customer: string | null;
  readonly purchaseGuid: string;
  readonly chargeGuid: string;
  readonly invoiceGuid: string;
  readonly memberCount: number;
  readonly at: Date;
}

/** To whom it is made out, and how it is paid for. */
interface Terms {
  readonly address: BillingAddress | null;
  readonly emailAddress: string | null;
  readonly collectionMethod: CollectionMethod;
}

export interface BoughtPlan extends Omit<WantedPlan, 'place'>, Buying, Terms {
  readonly address: BillingAddress;
  /** What the buyer was shown; null for whatever it costs now. */
  readonly quote: QuoteClaims | 'EXPIRED' | null;
}

/**
 * Begins to buy a plan or to switch to one. What is to be charged, or a card that is to be kept, is written before the
 * provider is asked; where it has nothing to do the purchase is complete at once.
 * Refuses: what a quote refuses; SubscriptionStateConflict, also while another purchase is under way; QuoteOutdated; MalformedRequest (fewer users than members, no card, a way of paying that the plan does not have).
 */
export function buyPlan(opened: OpenedBilling, wanted: BoughtPlan): Decision<BillingEvent> {
  const { billing, day, revision } = opened;
  const { organization, quantity, address, collectionMethod, paymentToken } = wanted;
  const quoted = quotePlan(opened, { ...wanted, place: { country: address.country, province: address.province } });
  if ('refused' in quoted) return quoted;
  if (billing.purchase || !allowedCommands(statusAt(factsOf(billing, true), day)).includes('BUY'))
    return stateConflict(billing, true, day);
  const { terms, firstChargeDate } = quoted;
  const errors = errorsOf(opened, quoted, wanted);
  if (errors.length > 0) return refuse('MalformedRequest', { fieldErrors: errors });
  if (wanted.quote !== null && canonicalText(wanted.quote) !== canonicalText(claimsOf(organization, quoted, revision)))
    return refuse('QuoteOutdated');
  if (
    billing.isBought &&
    !billing.cancelled &&
    quantity === billing.quantity &&
    collectionMethod === billing.collectionMethod &&
    paymentToken === null &&
    canonicalText(terms) === canonicalText(billing.plan)
  )
    return [];
  return beginPurchase(opened, quoted, wanted, firstChargeDate === day);
}

/** Where there is no card to charge. */
export const noCard: FieldError = fieldError('paymentToken', 'MalformedRequest', 'A card is needed');

/** What is wrong with the fields of a purchase. */
export function errorsOf(
  { billing }: Pick<OpenedBilling, 'billing'>,
  { terms, quantity }: QuotedPlan,
  {
    memberCount,
    collectionMethod,
    paymentToken,
  }: Pick<Buying, 'memberCount' | 'paymentToken'> & Pick<Terms, 'collectionMethod'>,
): FieldError[] {
  const isCharged = collectionMethod === 'CHARGE_AUTOMATICALLY';
  return [
    ...(quantity < memberCount ? [fieldError('quantity', 'MalformedRequest', `There are ${memberCount} members`)] : []),
    ...(terms.collectionMethods.includes(collectionMethod)
      ? []
      : [fieldError('collectionMethod', 'MalformedRequest', 'This plan is not paid for in this way')]),
    ...(billing.unpaid && !isCharged
      ? [fieldError('collectionMethod', 'MalformedRequest', 'What is overdue is paid for with a card')]
      : []),
    ...(isCharged && terms.needsBillingInfo && paymentToken === null && !billing.paymentMethod ? [noCard] : []),
  ];
}

/** Writes down what is bought, and what the provider is to be asked. @param isDue whether it is paid for today; else nothing is yet. @param trialEndsOn of a trial that begins with it. */
export function beginPurchase(
  opened: OpenedBilling,
  quoted: QuotedPlan,
  {
    organization,
    address,
    emailAddress,
    collectionMethod,
    paymentToken,
    customer,
    purchaseGuid,
    chargeGuid,
    invoiceGuid,
    at,
  }: Buying & Terms,
  isDue: boolean,
  trialEndsOn: string | null = null,
): BillingEvent[] {
  const { billing, day } = opened;
  const { terms, quantity, channelPartnerCode } = quoted;
  const figures = isDue ? figuresOf(quoted) : null;
  const period = figures && quoted.figures.period ? anchoredPeriod(quoted.figures.period, billing.period) : null;
  const begun = {
    purchaseGuid,
    begunAt: at.toISOString(),
    plan: terms,
    quantity,
    collectionMethod,
    channelPartnerCode,
    period,
    figures,
    trialEndsOn,
    paymentToken,
    customer,
    emailAddress,
    address,
    invoiceGuid: null,
    byCalendar: false,
  };
  const begins: BillingEvent = { type: 'PurchaseBegun', data: { day, ...begun } };
  if (collectionMethod === 'CHARGE_AUTOMATICALLY' && figures && figures.total > 0) {
    return [
      begins,
      {
        type: 'ChargeRequested',
        data: {
          day,
          chargeGuid,
          purchaseGuid,
          requestedAt: begun.begunAt,
          cents: figures.total,
          currency: billing.currency,
        },
      },
    ];
  }
  if (paymentToken !== null) return [begins];
  return [
    begins,
    ...completedPurchase(
      opened,
      { ...begun, chargeGuid: null, chargeCents: null },
      { organization, invoiceGuid, paid: null },
    ),
  ];
}

/** What an invoice keeps of a quote: with the registration numbers of the taxes that it took. */
export function figuresOf({
  answer: { lines },
  figures: { subtotal, discount, credit, creditLeft, taxes, tax, total },
  taxes: taken,
}: Pick<QuotedPlan, 'figures' | 'taxes'> & { readonly answer: Pick<QuotedPlan['answer'], 'lines'> }): InvoiceFigures {
  return {
    lines,
    subtotal,
    discount,
    credit,
    creditLeft,
    taxes: taxes.map((one, at) => ({ ...one, registrationNumber: taken[at]!.registrationNumber })),
    tax,
    total,
  };
}
