import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { LoadLinesAnswer, RateFigure } from '@plimsoll/contracts/metrics/http';
import { rateTexts } from '@plimsoll/contracts/metrics/rate-texts';
import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import { monthsText, monthLabel, monthsPhrase } from './month-labels.ts';
import { amountText, rateText } from './half-up.ts';
import { limitSpans, type Metric, type RatePoint } from './rate-series.ts';

interface MetricLabels {
  title: string;
  abbr: string;
  one: string;
  many: string;
  base: string;
  unit: string;
  /** Noun for a missing denominator. */
  missingNoun: string;
}

export const metricLabels: Readonly<Record<Metric, MetricLabels>> = {
  trif: { ...rateTexts.TRIF, abbr: 'TRIF', base: '200,000', unit: 'hours', missingNoun: 'hours' },
  ltif: { ...rateTexts.LTIF, abbr: 'LTIF', base: '200,000', unit: 'hours', missingNoun: 'hours' },
  mvif: { ...rateTexts.MVIF, abbr: 'MVIF', base: '1,000,000', unit: 'km', missingNoun: 'kilometres' },
};

/** Terms of a rate's formula: '26 recordable cases', '200,000', '2,811,430 hours'. */
export function sumTerms(
  metric: Metric,
  { cases, denominator }: RateFigure,
): { cases: string; base: string; denominator: string } {
  const { one, many, base, unit } = metricLabels[metric];
  return {
    cases: `${cases.toLocaleString('en-CA')} ${cases === 1 ? one : many}`,
    base,
    denominator: `${amountText(denominator)} ${unit}`,
  };
}

/**
 * 'Above the limit (set 6 January 2026) from May to July.' Null if no month is above. `setDays` are the days on which
 * the limits concerned were set.
 */
export function aboveLimitText(
  points: readonly RatePoint[],
  setDays: readonly string[],
  defaultYear: number,
): string | null {
  const above = points.filter(({ isAbove }) => isAbove).map(({ month }) => month);
  if (above.length === 0) return null;
  const set = setDays.length > 0 ? ` (set ${setDays.join(' and ')})` : '';
  return `Above the limit${set} ${monthsPhrase(above, defaultYear)}.`;
}

/** 'Provisionally above the limit in October.' Null if no month is. */
export function provisionallyAboveText(points: readonly RatePoint[], defaultYear: number): string | null {
  const above = points.filter(({ isProvisionallyAbove }) => isProvisionallyAbove).map(({ month }) => month);
  return above.length === 0 ? null : `Provisionally above the limit ${monthsPhrase(above, defaultYear)}.`;
}

type LimitChange = NonNullable<LoadLinesAnswer['changes'][Metric]>;

/** The quoted reason, or that it has been erased. */
export const reasonText = (reason: string): string =>
  reason === ERASED ? 'The reason has been erased.' : `“${reason}”`;

/** 'Priya Raman changed the limit from 2.20 to 2.00 on 14 November 2026: “Two crews more”' */
export function limitChangeText(
  { from, by, reason }: LimitChange,
  limit: number | null,
  day: string,
  year?: number,
): string | null {
  if (from === null) return null;
  const what = `the limit${year === undefined ? '' : ` of ${year}`}`;
  const done =
    limit === null
      ? `lifted ${what}, which was ${rateText(from)},`
      : `changed ${what} from ${rateText(from)} to ${rateText(limit)}`;
  const why = reason === null ? '.' : `${reason === ERASED ? '.' : ':'} ${reasonText(reason)}`;
  return `${nameFirst(by.name)} ${done} on ${day}${why}`;
}

/** 'January to May are judged by the limit of 2.20 that was in force then.' Null for no months. */
export function earlierLimitText(points: readonly RatePoint[], defaultYear: number): string | null {
  if (points.length === 0) return null;
  const months = monthsText(
    points.map(({ month }) => month),
    defaultYear,
  );
  const limits = [...new Set(points.map(({ limit }) => limit))];
  const by =
    limits.length > 1
      ? 'the limits that were'
      : limits[0] === null
        ? 'no limit, since none was'
        : `the limit of ${rateText(limits[0]!)} that was`;
  return `${months} ${points.length === 1 ? 'is' : 'are'} judged by ${by} in force then.`;
}

/**
 * Why figures are provisional: 'October is provisional: no hours yet.', or, if the missing months are not shown,
 * 'January to September 2025 are provisional: no hours for October 2024.' Null if none is provisional.
 */
export function provisionalText(metric: Metric, points: readonly RatePoint[], defaultYear: number): string | null {
  const provisional = points.filter((point) => point.provisional);
  if (provisional.length === 0) return null;
  const months = provisional.map(({ month }) => month);
  const missing = missingMonths(points);
  const reason =
    missing.every((month) => months.includes(month)) && missing.length === months.length
      ? 'yet'
      : `for ${monthsText(missing, defaultYear)}`;
  return `${monthsText(months, defaultYear)} ${months.length === 1 ? 'is' : 'are'} provisional: no ${metricLabels[metric].missingNoun} ${reason}.`;
}

/** Months whose missing denominators make figures of the series provisional, sorted. */
export const missingMonths = (points: readonly RatePoint[]): YearMonth[] =>
  [...new Set(points.flatMap(({ missing }) => missing))].sort();

/** 'Limit 2.00.', or with its changes 'Limit 2.20 from Jan to May, 2.00 from Jun to Oct, 1.80 now.' */
function limitsText(
  points: readonly RatePoint[],
  currentLimit: number | null | undefined,
  name: (month: YearMonth) => string,
): string {
  const spans = limitSpans(points);
  const isStepped = currentLimit !== undefined && currentLimit !== (points.at(-1)?.limit ?? null);
  const isWhole = spans.length === 1 && spans[0]!.first === 0 && spans[0]!.last === points.length - 1;
  const parts = spans.map(({ limit, first, last }) => {
    const [from, to] = [name(points[first]!.month), name(points[last]!.month)];
    if (isWhole && !isStepped) return rateText(limit);
    return `${rateText(limit)} ${first === last ? `in ${from}` : `from ${from} to ${to}`}`;
  });
  if (isStepped) parts.push(currentLimit === null ? 'none now' : `${rateText(currentLimit)} now`);
  return parts.length === 0 ? '' : ` Limit ${parts.join(', ')}.`;
}

/** Text alternative of a chart: 'Total recordable incident frequency, rolling 12 months: Jan 1.72, …' */
export function chartText(metric: Metric, points: readonly RatePoint[], currentLimit?: number | null): string {
  const single = new Set(points.map(({ month }) => month.slice(0, 4))).size <= 1;
  const shortName = (month: YearMonth): string => {
    const [name, year] = monthLabel(month, 0).split(' ');
    return `${name!.slice(0, 3)}${single ? '' : ` ${year}`}`;
  };
  const figures = points
    .filter(({ figure }) => figure !== null)
    .map(({ month, figure, provisional, isAbove, isProvisionallyAbove }) => {
      return `${shortName(month)} ${rateText(figure)}${provisional ? ' provisional' : ''}${isAbove || isProvisionallyAbove ? ' above the limit' : ''}`;
    });
  return `${metricLabels[metric].title}, rolling 12 months: ${figures.join(', ')}.${limitsText(points, currentLimit, shortName)}`;
}
