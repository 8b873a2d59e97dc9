import { completedPurchase } from './settle-purchase.rule.ts';
import { anchoredPeriod } from '@plimsoll/contracts/billing/billing-interval';
import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import { factsOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
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

/** Input that every purchase needs in addition to what is bought. */
export interface PurchaseInput {
  readonly organization: string;
  /** Token of a new card; null to use the stored one. */
  readonly paymentToken: string | null;
  /** The organization's customer id at the provider; null when the provider is not involved. */
  readonly customer: string | null;
  readonly purchaseGuid: string;
  readonly chargeGuid: string;
  readonly invoiceGuid: string;
  readonly memberCount: number;
  readonly at: Date;
}

/** Billing contact and collection method of a purchase. */
interface Terms {
  readonly address: BillingAddress | null;
  readonly emailAddress: string | null;
  readonly collectionMethod: CollectionMethod;
}

export interface BoughtPlan extends Omit<WantedPlan, 'place'>, PurchaseInput, Terms {
  readonly address: BillingAddress;
  /** Price that the buyer was shown; null to accept the current price. */
  readonly quote: QuoteClaims | 'EXPIRED' | null;
}

/**
 * Begins buying a plan or switching to one. The charge, or the card to store, is recorded before the provider is
 * called. When the provider is not involved, the purchase completes at once.
 *
 * Refuses: what a quote refuses; SubscriptionStateConflict, also while another purchase is under way; QuoteOutdated;
 * MalformedRequest (fewer users than members, or than are paid for in the same plan; no card; a collection method that
 * the plan does not have).
 */
export function buyPlan(opened: OpenedBilling, wanted: BoughtPlan): Decision<BillingEvent> {
  const { billing, day, revision } = opened;
  const { organization, quantity, address, collectionMethod, paymentToken } = wanted;
  const quoted = quotePlan(opened, { ...wanted, place: { country: address.country, province: address.province } });
  if ('refused' in quoted) return quoted;
  if (billing.purchase || !allowedCommands(statusAt(factsOf(billing, true), day)).includes('BUY'))
    return stateConflict(billing, true, day);
  const { terms, firstChargeDate } = quoted;
  const isSamePlan = billing.isBought && !billing.cancelled && canonicalText(terms) === canonicalText(billing.plan);
  const errors = [
    ...errorsOf(opened, quoted, wanted),
    ...(isSamePlan && isFewerThanPaid(billing, quantity, day)
      ? [
          fieldError(
            'quantity',
            'MalformedRequest',
            `${billing.quantity} users are paid for until ${billing.period!.to}`,
          ),
        ]
      : []),
  ];
  if (errors.length > 0) return refuse('MalformedRequest', { fieldErrors: errors });
  if (wanted.quote !== null && canonicalText(wanted.quote) !== canonicalText(claimsOf(organization, quoted, revision)))
    return refuse('QuoteOutdated');
  const isBoughtAlready = isSamePlan && quantity === billing.quantity && collectionMethod === billing.collectionMethod;
  if (isBoughtAlready && paymentToken === null) return [];
  // Only the card is new: there is nothing to invoice.
  const isDue = firstChargeDate === day && (!isBoughtAlready || billing.unpaid !== null);
  return beginPurchase(opened, quoted, wanted, isDue);
}

/** Field error for a purchase that needs a card and has none. */
export const noCard: FieldError = fieldError('paymentToken', 'MalformedRequest', 'A card is needed');

/** Field error for fewer users than members; null if there are enough. */
export const tooFewUsers = (quantity: number, memberCount: number): FieldError | null =>
  quantity < memberCount ? fieldError('quantity', 'MalformedRequest', `There are ${memberCount} members`) : null;

/** Whether fewer users are wanted than are paid for, in a period that has not ended. */
export const isFewerThanPaid = (
  { period, quantity }: Pick<BillingState, 'period' | 'quantity'>,
  wanted: number,
  day: string,
): boolean => period !== null && day < period.to && quantity !== null && wanted < quantity;

/** Field errors of a purchase. */
export function errorsOf(
  { billing }: Pick<OpenedBilling, 'billing'>,
  { terms, quantity }: QuotedPlan,
  {
    memberCount,
    collectionMethod,
    paymentToken,
  }: Pick<PurchaseInput, 'memberCount' | 'paymentToken'> & Pick<Terms, 'collectionMethod'>,
): FieldError[] {
  const isCharged = collectionMethod === 'CHARGE_AUTOMATICALLY';
  const tooFew = tooFewUsers(quantity, memberCount);
  return [
    ...(tooFew ? [tooFew] : []),
    ...(terms.collectionMethods.includes(collectionMethod)
      ? []
      : [fieldError('collectionMethod', 'MalformedRequest', 'This plan is not paid for in this way')]),
    ...(billing.unpaid && !isCharged
      ? [fieldError('collectionMethod', 'MalformedRequest', 'What is overdue is paid for with a card')]
      : []),
    ...(isCharged && terms.needsBillingInfo && paymentToken === null && !billing.paymentMethod ? [noCard] : []),
  ];
}

/**
 * Records a purchase and the charge to request from the provider.
 * @param isDue whether it is paid for today; otherwise nothing is charged yet
 * @param trialEndsOn end of a trial that begins with the purchase
 */
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
  }: PurchaseInput & Terms,
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

/** Figures of a quote as stored in an invoice, with the registration numbers of its taxes. */
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
