import { addDays, addMonths, monthOf } from '../kernel/values/calendar.ts';

export const billingIntervals = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'NONE'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** Days from the first to the last, which is not one of them. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const DAYS = { WEEK: 7, DAY: 1 } as const;
const MONTHS = { YEAR: 12, MONTH: 1 } as const;

/**
 * The day on which the period of this index begins, counted from the first day, so that a short month shortens none
 * after it: 31 January, 28 February, 31 March.
 */
function beginningOf(interval: Exclude<BillingInterval, 'NONE'>, first: string, index: number): string {
  if (interval === 'WEEK' || interval === 'DAY') return addDays(first, index * DAYS[interval]);
  const month = addMonths(monthOf(first), index * MONTHS[interval]);
  const lastDay = addDays(`${addMonths(month, 1)}-01`, -1);
  const sameDay = `${month}-${first.slice(8)}`;
  return sameDay < lastDay ? sameDay : lastDay;
}

const longestDays = { YEAR: 366, MONTH: 31, WEEK: 7, DAY: 1 } as const;

/**
 * A period that goes on, or begins, with the day that periods are counted from: one that stays as it is keeps its own.
 */
export const anchoredPeriod = (
  period: Period,
  before: (Period & { readonly first: string }) | null,
): Period & { readonly first: string } => ({
  ...period,
  first: before && before.from === period.from && before.to === period.to ? before.first : period.from,
});

/**
 * The period that holds a day, counted from the first day of them all; null for NONE, which has none, and before the
 * first.
 */
export function periodAt(interval: BillingInterval, first: string, day: string): Period | null {
  if (interval === 'NONE' || day < first) return null;
  // No period is longer, so this many have passed at least.
  let index = Math.floor(daysBetween(first, day) / longestDays[interval]);
  while (beginningOf(interval, first, index + 1) <= day) index++;
  return { from: beginningOf(interval, first, index), to: beginningOf(interval, first, index + 1) };
}
