import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { Dashboard, LoadLinesAnswer, RateFigure } from '@plimsoll/contracts/metrics/http';

export const metrics = ['trif', 'ltif', 'mvif'] as const;
export type Metric = (typeof metrics)[number];

/** What divides a metric's cases. */
export const denominatorOf = { trif: 'hours', ltif: 'hours', mvif: 'kms' } as const satisfies Record<
  Metric,
  'hours' | 'kms'
>;

export interface RatePoint extends RateFigure {
  month: YearMonth;
  monthRate: number | null;
  /** The limit of the month's calendar year. */
  limit: number | null;
  /** Judged from the unrounded figure; equal is not above, and a provisional figure is not judged. */
  isAbove: boolean;
  /** A provisional figure that lies above: it may come to lie below once the hours are there. */
  isProvisionallyAbove: boolean;
  /** The last closed month: the one that the big figure is of. */
  isHeadline: boolean;
}

const yearOf = (month: YearMonth): number => Number(month.slice(0, 4));

export const limitsOf = (dashboard: Dashboard, year: number): LoadLinesAnswer | undefined =>
  dashboard.loadLines.find((each) => each.year === year);

/** By the unrounded figure; equal is not above. */
export const liesAbove = ({ figure }: Pick<RateFigure, 'figure'>, limit: number | null): boolean =>
  figure !== null && limit !== null && figure > limit;

/** The rolling twelve months of a metric, for each ended month of the range: the running month enters no rate. */
export function ratePoints(dashboard: Dashboard, metric: Metric): RatePoint[] {
  const until = dashboard.rolling12.until[denominatorOf[metric]];
  const running = dashboard.months.findIndex(({ isRunning }) => isRunning);
  return dashboard.months.slice(0, running < 0 ? undefined : running).map(({ month, [metric]: rate }) => {
    const limit = limitsOf(dashboard, yearOf(month))?.[metric] ?? null;
    const isOver = liesAbove(rate, limit);
    return {
      ...rate,
      month,
      limit,
      isAbove: isOver && !rate.provisional,
      isProvisionallyAbove: isOver && rate.provisional,
      isHeadline: month === until,
    };
  });
}

export interface LimitSpan {
  year: number;
  limit: number;
  /** Places of the first and the last month that the limit applies to. */
  first: number;
  last: number;
}

/** The limits in the order of their years; a year without a limit leaves a gap. */
export function limitSpans(points: readonly RatePoint[]): LimitSpan[] {
  const spans: LimitSpan[] = [];
  points.forEach(({ month, limit }, place) => {
    if (limit === null) return;
    const open = spans.at(-1);
    if (open?.year === yearOf(month)) open.last = place;
    else spans.push({ year: yearOf(month), limit, first: place, last: place });
  });
  return spans;
}

/** The intervals of few cases are many times the rate: so far above all else they may reach before they are cut off. */
const BAND_REACH = 1.4;

/** How far up the axis has to reach: figures, limits and the newest interval in full, earlier intervals unless they crush them. */
export function reachOf(points: readonly RatePoint[]): number {
  const newest = points.findLast(({ high, isHeadline }) => isHeadline && high !== null)?.high ?? 0;
  const must = Math.max(newest, ...points.flatMap(({ figure, limit }) => [figure ?? 0, limit ?? 0]));
  const may = Math.max(must, ...points.map(({ high }) => high ?? 0));
  return must > 0 ? Math.min(may, must * BAND_REACH) : may;
}
