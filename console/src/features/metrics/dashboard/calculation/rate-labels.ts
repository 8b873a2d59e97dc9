import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { LoadLinesAnswer, RateFigure } from '@plimsoll/contracts/metrics/http';
import { rateTexts } from '@plimsoll/contracts/metrics/rate-texts';
import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import { monthsText, monthLabel, monthsPhrase } from './month-labels.ts';
import { amountText, rateText } from './half-up.ts';
import type { Metric, RatePoint } from './rate-series.ts';

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

/** Text alternative of a chart: 'Total recordable incident frequency, rolling 12 months: Jan 1.72, …' */
export function chartText(metric: Metric, points: readonly RatePoint[]): string {
  const single = new Set(points.map(({ month }) => month.slice(0, 4))).size <= 1;
  const figures = points
    .filter(({ figure }) => figure !== null)
    .map(({ month, figure, provisional, isAbove, isProvisionallyAbove }) => {
      const name = monthLabel(month, 0).split(' ');
      return `${name[0]!.slice(0, 3)}${single ? '' : ` ${name[1]}`} ${rateText(figure)}${provisional ? ' provisional' : ''}${isAbove || isProvisionallyAbove ? ' above the limit' : ''}`;
    });
  const limit = points.at(-1)?.limit ?? null;
  return `${metricLabels[metric].title}, rolling 12 months: ${figures.join(', ')}.${limit === null ? '' : ` Limit ${rateText(limit)}.`}`;
}
