import { monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { localTime } from '../../../../lib/format/time.ts';
import { monthLabel, monthsText } from './month-labels.ts';
import { isAboveLimit, type Metric, type RatePoint } from './rate-series.ts';
import { rateText } from './half-up.ts';
import { metricLabels } from './rate-labels.ts';

const verb = (months: readonly YearMonth[]) => (months.length === 1 ? 'moves' : 'move');

/** The month of a moment in the organization's zone. */
export const monthAt = (instant: string, zone: string): YearMonth => monthOf(localTime(instant, zone).date);

/**
 * Whether a month stays judged by its limit when another one is set in `changed`: it ended before, and so did the month
 * in which its limit was set. What was set within the month of the change is corrected.
 */
export const keepsLimit = (
  { month, limitSetAt }: Pick<RatePoint, 'month' | 'limitSetAt'>,
  changed: YearMonth,
  zone: string,
): boolean => month < changed && limitSetAt !== null && monthAt(limitSetAt, zone) < changed;

/**
 * What happens when another limit is set while months keep theirs: 'TRIF: January to May keep the limit that was in force
 * then. 2.00 applies from June.' Null if the limit does not change.
 */
export function unchangedMonthsText(
  metric: Metric,
  unchanged: readonly RatePoint[],
  before: number | null,
  next: number | null,
  running: YearMonth,
  year: number,
): string | null {
  if (before === next) return null;
  const { abbr } = metricLabels[metric];
  if (Number(running.slice(0, 4)) > year)
    return `${abbr}: the months of ${year} have ended and keep the limit that was in force then.`;
  const months = monthsText(
    unchanged.map(({ month }) => month),
    year,
  );
  return `${abbr}: ${months} ${unchanged.length === 1 ? 'keeps' : 'keep'} the limit that was in force then. ${next === null ? 'No limit' : rateText(next)} applies from ${monthLabel(running, year)}.`;
}

/**
 * Effect of another limit on the months of its year: 'TRIF: May and June move above the limit, March moves below it.'
 * Null if the limit does not change.
 */
export function limitEffectText(
  metric: Metric,
  points: readonly RatePoint[],
  before: number | null,
  next: number | null,
  year: number,
): string | null {
  if (before === next) return null;
  const { abbr } = metricLabels[metric];
  const months = (chosen: readonly RatePoint[]) => chosen.map(({ month }) => month);
  const wasAbove = points.filter((point) => isAboveLimit(point, before));
  if (next === null)
    return wasAbove.length === 0
      ? `${abbr}: without a limit, no month is above it.`
      : `${abbr}: without a limit, ${monthsText(months(wasAbove), year)} ${wasAbove.length === 1 ? 'is' : 'are'} no longer above it.`;
  const above = points.filter((point) => isAboveLimit(point, next) && !isAboveLimit(point, before));
  const below = wasAbove.filter((point) => !isAboveLimit(point, next));
  const parts = [
    above.length > 0 && `${monthsText(months(above), year)} ${verb(months(above))} above the limit`,
    below.length > 0 &&
      `${monthsText(months(below), year)} ${verb(months(below))} ${above.length > 0 ? 'below it' : 'below the limit'}`,
  ].filter(Boolean);
  if (parts.length === 0) return `${abbr}: no month moves above or below it.`;
  const provisional = [...above, ...below].filter((point) => point.provisional);
  const remark =
    provisional.length === 0
      ? ''
      : ` ${monthsText(months(provisional), year)} ${provisional.length === 1 ? 'is' : 'are'} provisional.`;
  return `${abbr}: ${parts.join(', ')}.${remark}`;
}
