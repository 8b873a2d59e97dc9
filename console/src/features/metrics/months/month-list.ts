import { addMonths, monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';

/** Months for which figures are required (decisions: at most 12 months, from the organization's creation). */
const REQUIRED_MONTHS = 12;
export const FIRST_SHOWN = 13;
export const MAX_SHOWN = 24;

/** Months of the overview: those that have ended, newest first. */
export function overviewMonths(today: string, count: number): YearMonth[] {
  const lastEnded = addMonths(monthOf(today), -1);
  return Array.from({ length: count }, (_, back) => addMonths(lastEnded, -back));
}

/**
 * Whether figures are required for a month: it has ended, the organization existed, and it is at most twelve months
 * ago.
 */
export function isRequiredMonth(month: YearMonth, today: string, createdDate: string): boolean {
  const running = monthOf(today);
  return month < running && month >= addMonths(running, -REQUIRED_MONTHS) && month >= monthOf(createdDate);
}
