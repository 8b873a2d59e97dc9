import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { monthsText } from './month-labels.ts';
import { isAboveLimit, type Metric, type RatePoint } from './rate-series.ts';
import { metricLabels } from './rate-labels.ts';

const verb = (months: readonly YearMonth[]) => (months.length === 1 ? 'moves' : 'move');

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
