import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { Dashboard, LoadLinesAnswer, RateFigure } from '@plimsoll/contracts/metrics/http';

export const metrics = ['trif', 'ltif', 'mvif'] as const;
export type Metric = (typeof metrics)[number];

/** Denominator of each metric. */
export const denominatorOf = { trif: 'hours', ltif: 'hours', mvif: 'kms' } as const satisfies Record<
  Metric,
  'hours' | 'kms'
>;

export interface RatePoint extends RateFigure {
  month: YearMonth;
  monthRate: number | null;
  /** The limit by which the month is judged: the one in force when it ended. */
  limit: number | null;
  limitSetAt: string | null;
  /** The unrounded figure is above the limit and not provisional; equal is not above. */
  isAbove: boolean;
  /** A provisional figure above the limit. It may fall below once the hours are entered. */
  isProvisionallyAbove: boolean;
  /** The last closed month, whose figure is shown large. */
  isHeadline: boolean;
}

export const limitsOf = (dashboard: Dashboard, year: number): LoadLinesAnswer | undefined =>
  dashboard.loadLines.find((each) => each.year === year);

/** Compares the unrounded figure; equal is not above. */
export const isAboveLimit = ({ figure }: Pick<RateFigure, 'figure'>, limit: number | null): boolean =>
  figure !== null && limit !== null && figure > limit;

/**
 * Rolling twelve-month figures of a metric for each month of the range that has ended. The current month is not part of
 * any rate.
 */
export function ratePoints(dashboard: Dashboard, metric: Metric): RatePoint[] {
  const until = dashboard.rolling12.until[denominatorOf[metric]];
  const running = dashboard.months.findIndex(({ isRunning }) => isRunning);
  return dashboard.months.slice(0, running < 0 ? undefined : running).map(({ month, [metric]: rate }) => {
    const isOver = isAboveLimit(rate, rate.limit);
    return {
      ...rate,
      month,
      isAbove: isOver && !rate.provisional,
      isProvisionallyAbove: isOver && rate.provisional,
      isHeadline: month === until,
    };
  });
}

/**
 * The limit of the current month, to which the limit's line leads; undefined if the range ends before it. It differs from
 * the last month's after a change.
 */
export const currentLimitOf = (dashboard: Dashboard, metric: Metric): number | null | undefined =>
  dashboard.months.find(({ isRunning }) => isRunning)?.[metric].limit;

export interface LimitSpan {
  limit: number;
  /** Indexes of the first and the last month with this limit. */
  first: number;
  last: number;
}

/** Limits from change to change; months without a limit leave a gap. */
export function limitSpans(points: readonly RatePoint[]): LimitSpan[] {
  const spans: LimitSpan[] = [];
  points.forEach(({ limit }, place) => {
    if (limit === null) return;
    const open = spans.at(-1);
    if (open?.limit === limit && open.last === place - 1) open.last = place;
    else spans.push({ limit, first: place, last: place });
  });
  return spans;
}

/**
 * Maximum height of the axis relative to rates and limits: intervals of few cases are many times the rate and are cut
 * off.
 */
const BAND_REACH = 1.4;

/**
 * Highest value that the axis has to show: figures, limits and the latest interval in full, earlier intervals up to
 * `BAND_REACH`.
 */
export function reachOf(points: readonly RatePoint[], currentLimit: number | null = null): number {
  const newest = points.findLast(({ high, isHeadline }) => isHeadline && high !== null)?.high ?? 0;
  const must = Math.max(newest, currentLimit ?? 0, ...points.flatMap(({ figure, limit }) => [figure ?? 0, limit ?? 0]));
  const may = Math.max(must, ...points.map(({ high }) => high ?? 0));
  return must > 0 ? Math.min(may, must * BAND_REACH) : may;
}
