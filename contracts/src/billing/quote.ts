import { daysBetween, periodAt, type BillingInterval, type Period } from './billing-interval.ts';
import type { DiscountTier, Tier } from './catalogue.ts';

/** What a number of users costs for one period: by the list, and by the prices that replace it. */
export interface Price {
  readonly list: number;
  readonly net: number;
}

const holds =
  (users: number) =>
  ({ minQuantity, maxQuantity }: Pick<Tier, 'minQuantity' | 'maxQuantity'>): boolean =>
    minQuantity <= users && (maxQuantity === null || users <= maxQuantity);

/** Volume pricing: all users at the price of the tier that holds their number. @throws RangeError when none does. */
export function priceOf(tiers: readonly Tier[], discounts: readonly DiscountTier[], users: number): Price {
  const tier = tiers.find(holds(users));
  if (!tier) throw new RangeError(`No tier holds ${users} users`);
  const discount = discounts.find(holds(users));
  const of = (flat: number, unit: number): number => Number(BigInt(flat) + BigInt(unit) * BigInt(users));
  const list = of(tier.flatPrice, tier.unitPrice);
  return { list, net: discount ? of(discount.discountFlatPrice, discount.discountUnitPrice) : list };
}

/**
 * A share of an amount that is not below 0, in whole cents, half a cent up. Products of cents and days pass what a
 * number holds exactly.
 */
function shareOf(cents: number, part: number, whole: number): number {
  const [twice, divisor] = [2n * BigInt(cents) * BigInt(part), BigInt(whole)];
  return Number((twice + divisor) / (2n * divisor));
}

const THOUSANDTHS_OF_PERCENT = 100_000;

export interface TaxRate {
  readonly name: string;
  /** Percent, with at most three decimals. */
  readonly rate: number;
}

export interface QuotedTax extends TaxRate {
  readonly cents: number;
}

export interface QuoteRequest {
  readonly billingInterval: BillingInterval;
  readonly price: Price;
  readonly day: string;
  /** What is paid for and runs on that day; null for a first purchase, a renewal, and while nothing was charged. */
  readonly running: {
    readonly billingInterval: BillingInterval;
    readonly netPrice: number;
    readonly period: Period | null;
  } | null;
  /** What the organization has over from before. */
  readonly balance: number;
  readonly taxes: readonly TaxRate[];
}

/** Whole cents: total = subtotal − discount − credit + tax. */
export interface QuoteFigures {
  readonly subtotal: number;
  readonly discount: number;
  readonly credit: number;
  /** The balance afterwards. */
  readonly creditLeft: number;
  readonly taxes: readonly QuotedTax[];
  readonly tax: number;
  readonly total: number;
  /** Which days are paid for; null for NONE, which has no periods. */
  readonly period: Period | null;
}

/**
 * What a purchase, a switch or a renewal costs. Of what runs, the days that are left are credited at the price that was
 * paid. With the same interval the new prices are taken for those days alone and the dates stay; with another one they
 * are full, and the period begins on the day.
 */
export function quote({ billingInterval, price, day, running, balance, taxes }: QuoteRequest): QuoteFigures {
  const left =
    running?.period && isWithin(running.period, day)
      ? { days: daysBetween(day, running.period.to), of: daysBetween(running.period.from, running.period.to) }
      : null;
  const credited = left ? shareOf(running!.netPrice, left.days, left.of) : 0;
  const isSameInterval = left !== null && running!.billingInterval === billingInterval;
  const taken = (cents: number): number => (isSameInterval ? shareOf(cents, left.days, left.of) : cents);
  const [subtotal, net] = [taken(price.list), taken(price.net)];

  const credit = Math.min(credited + balance, net);
  const quotedTaxes = taxes.map(({ name, rate }) => ({
    name,
    rate,
    cents: shareOf(net - credit, Math.round(rate * 1_000), THOUSANDTHS_OF_PERCENT),
  }));
  const tax = quotedTaxes.reduce((sum, { cents }) => sum + cents, 0);
  return {
    subtotal,
    discount: subtotal - net,
    credit,
    creditLeft: credited + balance - credit,
    taxes: quotedTaxes,
    tax,
    total: net - credit + tax,
    period: isSameInterval ? running!.period : periodAt(billingInterval, day, day),
  };
}

const isWithin = ({ from, to }: Period, day: string): boolean => from <= day && day < to;

const PERIODS_A_YEAR = { YEAR: 1, MONTH: 12, WEEK: 52, DAY: 365 } as const;

/** What a price comes to in a year, as it is shown; null for NONE. */
export const displayYearly = (cents: number, interval: BillingInterval): number | null =>
  interval === 'NONE' ? null : cents * PERIODS_A_YEAR[interval];
