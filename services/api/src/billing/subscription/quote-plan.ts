import type { BillingQuote } from '@plimsoll/contracts/billing/answers';
import type { Revision } from '@plimsoll/event-store/port/event-store';
import type { BillingInterval, Period } from '@plimsoll/contracts/billing/billing-interval';
import { factsOf, trialDaysOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import {
  MAX_USERS,
  partnerOf,
  taxesOf,
  TOO_MANY_USERS,
  type Partner,
  type Tax,
} from '@plimsoll/contracts/billing/catalogue';
import type { PlanTerms } from '@plimsoll/contracts/billing/events';
import { displayYearly, priceOf, quote, type QuoteFigures } from '@plimsoll/contracts/billing/quote';
import { linesOf } from '@plimsoll/contracts/billing/quoted-lines';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import type { QuoteClaims, QuoteTokens } from './quote-tokens.ts';
import { listedPlan, stateConflict, termsOf, type OpenedBilling } from '../on-billing.ts';

/** A plan to be quoted. */
export interface WantedPlan {
  readonly productKey: string;
  readonly billingInterval: BillingInterval;
  readonly quantity: number;
  /** Promotional code as typed; null for none. */
  readonly discountCode: string | null;
  /** Place that determines the taxes; null while no address is known. */
  readonly place: TaxPlace | null;
}

export interface TaxPlace {
  readonly country: string;
  readonly province: string | null;
}

/** A priced plan, before the quote is signed. */
export interface QuotedPlan {
  readonly terms: PlanTerms;
  readonly quantity: number;
  readonly place: TaxPlace | null;
  /** The typed code in the catalogue's spelling. */
  readonly channelPartnerCode: string | null;
  readonly figures: QuoteFigures;
  readonly taxes: readonly Tax[];
  readonly taxSource: BillingQuote['taxSource'];
  /** Today, or the end of the trial. */
  readonly firstChargeDate: string;
  readonly answer: Omit<BillingQuote, 'quote' | 'expiresAt'>;
}

/**
 * Prices a listed plan for an organization on the day. Refuses: BillingLineItemNotFound, MissingPromotionalCode,
 * PromotionalCodeNotFound, MalformedRequest (too many users), SubscriptionStateConflict when the billing status is
 * unknown.
 */
export function quotePlan(
  opened: OpenedBilling,
  { productKey, billingInterval, quantity, discountCode, place }: WantedPlan,
): QuotedPlan | Refusal {
  const { billing, sold, day } = opened;
  if (statusAt(factsOf(billing, true), day) === 'UNKNOWN') return stateConflict(billing, true, day);
  const listed = listedPlan(opened, productKey, billingInterval);
  if (!listed) return refuse('BillingLineItemNotFound');
  const partner = discountCode === null ? null : partnerBy(opened, discountCode);
  if (partner && 'refused' in partner) return partner;
  const terms = termsOf(
    listed.product,
    listed.plan,
    { channelPartnerCode: partner?.code ?? billing.channelPartnerCode },
    sold,
  );
  return quoteTerms(opened, { terms, quantity, place, channelPartnerCode: partner?.code ?? null });
}

/**
 * Prices given terms, such as those of a running plan, which keeps its price. Refuses: MalformedRequest (too many
 * users).
 */
export function quoteTerms(
  opened: OpenedBilling,
  {
    terms,
    quantity,
    place,
    channelPartnerCode,
  }: Pick<QuotedPlan, 'terms' | 'quantity' | 'place' | 'channelPartnerCode'>,
): QuotedPlan | Refusal {
  const { billing, sold, day } = opened;
  const { billingInterval } = terms;
  if (quantity > MAX_USERS)
    return refuse('MalformedRequest', { fieldErrors: [fieldError('quantity', 'MalformedRequest', TOO_MANY_USERS)] });
  const firstChargeDate = chargedFirstOn(opened, terms);
  const taxes =
    place === null ? [] : taxesOf(sold, place.country, place.province?.trim().toUpperCase() ?? null, firstChargeDate);
  const price = priceOf(terms.tiers, terms.discounts, quantity);
  const figures = quote({
    billingInterval,
    price,
    day: firstChargeDate,
    running: firstChargeDate === day ? runningOf(opened) : null,
    balance: billing.balance,
    taxes,
  });
  const taxSource = place === null ? 'NO_ADDRESS' : taxes.length > 0 ? 'CATALOGUE' : 'NONE';
  const isDueNow = firstChargeDate === day;
  return {
    terms,
    quantity,
    place,
    channelPartnerCode,
    figures,
    taxes,
    taxSource,
    firstChargeDate,
    answer: {
      productPlanGuid: terms.productPlanGuid,
      quantity,
      currency: billing.currency,
      tier: terms.tiers.find(
        ({ minQuantity, maxQuantity }) => minQuantity <= quantity && quantity <= (maxQuantity ?? quantity),
      )!,
      lines: linesOf(figures, firstChargeDate),
      subtotal: figures.subtotal,
      discount: figures.discount,
      credit: figures.credit,
      creditLeft: figures.creditLeft,
      taxes: figures.taxes.map((tax) => ({ ...tax, source: 'CATALOGUE' as const })),
      taxSource,
      tax: figures.tax,
      total: figures.total,
      dueNow: isDueNow ? figures.total : 0,
      firstChargeDate,
      nextBillingDate: isDueNow ? (figures.period?.to ?? null) : firstChargeDate,
      displayYearly: displayYearly(price.net, billingInterval),
    },
  };
}

function partnerBy({ sold, day }: OpenedBilling, typed: string): Partner | Refusal {
  if (typed.trim() === '')
    return refuse('MissingPromotionalCode', { fieldErrors: [fieldError('discountCode', 'MissingPromotionalCode')] });
  return partnerOf(sold, typed, day) ?? refuse('PromotionalCodeNotFound');
}

/** Day of the first charge: after a running trial, or after the trial that this plan would begin with. */
function chargedFirstOn({ billing, day }: OpenedBilling, terms: PlanTerms): string {
  if (billing.trial) return billing.trial.endsOn > day ? billing.trial.endsOn : day;
  const allowed = (than: BillingState) => allowedCommands(statusAt(factsOf(than, true), day));
  // An organization that may buy is charged today, even for a plan with a trial that it did not begin.
  const mayTry = !allowed(billing).includes('BUY') && allowed({ ...billing, plan: terms }).includes('START_TRIAL');
  return mayTry ? addDays(day, trialDaysOf(billing, terms)) : day;
}

/** The paid period that is still running; null when nothing was bought, it is unpaid, or it has ended. */
function runningOf({ billing: { plan, quantity, period, isBought, unpaid, cancelled }, day }: OpenedBilling): {
  readonly billingInterval: BillingInterval;
  readonly netPrice: number;
  readonly period: Period;
} | null {
  if (!isBought || !plan || !period || quantity === null || unpaid || (cancelled && cancelled.accessUntil <= day))
    return null;
  return { billingInterval: plan.billingInterval, netPrice: priceOf(plan.tiers, plan.discounts, quantity).net, period };
}

/** Claims that a quote is bound to: organization, plan, quantity, place, billing revision and price. */
export const claimsOf = (
  organization: string,
  { terms, quantity, place, channelPartnerCode: code, answer: { total, dueNow } }: QuotedPlan,
  revision: Revision,
): QuoteClaims => ({
  organization,
  plan: terms.productPlanGuid,
  quantity,
  code,
  revision,
  country: place?.country ?? null,
  province: place?.province ?? null,
  total,
  dueNow,
});

/** Signs a quote. */
export const signedQuote = async (
  tokens: QuoteTokens,
  organization: string,
  quoted: QuotedPlan,
  revision: Revision,
  now: Date,
): Promise<BillingQuote> => ({
  ...(await tokens.sign(claimsOf(organization, quoted, revision), now)),
  ...quoted.answer,
});
