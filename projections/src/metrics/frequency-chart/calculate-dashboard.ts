import { addMonths, monthOf, monthsBetween, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { Dashboard, LoadLinesAnswer, RateFigure } from '@plimsoll/contracts/metrics/http';
import type { LimitInForce } from '../limit-settings/limit-in-force.ts';
import { poissonInterval } from './poisson-interval.ts';
import { HOURS_BASE, KMS_BASE, ratePer } from './rates.ts';

/** Cases and events of a month. */
export interface MonthSums {
  readonly trif: number;
  readonly ltif: number;
  readonly mvif: number;
  readonly leading: number;
  readonly lagging: number;
}

/** Hours and kilometres of employees and contractors together, in hundredths: integers, so that sums are exact. */
export interface Worked {
  readonly hours: number;
  readonly kms: number;
}

/** The input of `calculateDashboard`. */
export interface DashboardFacts {
  readonly organizationGuid: string;
  readonly from: YearMonth;
  readonly to: YearMonth;
  /** In the organization's zone. */
  readonly today: string;
  readonly cases: ReadonlyMap<YearMonth, MonthSums>;
  readonly worked: ReadonlyMap<YearMonth, Worked>;
  /** Leading and lagging events of the person that the result is narrowed to; by default the organization's. */
  readonly narrowed?: ReadonlyMap<YearMonth, Pick<MonthSums, 'leading' | 'lagging'>>;
  readonly loadLines: readonly LoadLinesAnswer[];
  /** By which a month is judged. */
  readonly limitOf: (metric: Metric, month: YearMonth) => LimitInForce;
}

type Metric = 'trif' | 'ltif' | 'mvif';
const denominators = { trif: 'hours', ltif: 'hours', mvif: 'kms' } as const satisfies Record<Metric, keyof Worked>;
const bases = { trif: HOURS_BASE, ltif: HOURS_BASE, mvif: KMS_BASE } as const satisfies Record<Metric, number>;

const EARLIEST: YearMonth = '1900-01';
const NO_FIGURE: RateFigure = {
  figure: null,
  cases: 0,
  denominator: 0,
  low: null,
  high: null,
  provisional: false,
  missing: [],
};

/** Returns January of a month's year. */
export const januaryOf = (month: YearMonth): YearMonth => `${month.slice(0, 4)}-01`;
const lastTwelve = (until: YearMonth): YearMonth[] =>
  monthsBetween(addMonths(until, -11), until).filter((month) => month >= EARLIEST);

/** Returns the last month up to `to` that has ended, in the zone of `today`. */
export function lastEndedMonth(to: YearMonth, today: string): YearMonth {
  const running = monthOf(today);
  return to < running ? to : addMonths(running, -1);
}

/**
 * Calculates the dashboard's figures from monthly sums. An aggregate is the sum of cases over the sum of hours (or
 * kilometres). A month is closed for a metric when it has ended and its denominator is above 0. Rolling 12 and year to
 * date end with the last closed month of the metric up to `to`. While none is closed they end with the last month that
 * has ended: no figure, and the months without hours are listed.
 */
export function calculateDashboard(facts: DashboardFacts): Dashboard {
  const { from, to, cases, worked } = facts;
  const running = monthOf(facts.today);
  const lastEnded = lastEndedMonth(to, facts.today);
  const denominatorOf = (kind: keyof Worked, month: YearMonth): number => worked.get(month)?.[kind] ?? 0;
  const isClosed = (kind: keyof Worked, month: YearMonth): boolean => month < running && denominatorOf(kind, month) > 0;

  /** Calculates a figure over months that have all ended. */
  function figureOver(metric: Metric, window: readonly YearMonth[]): RateFigure {
    const kind = denominators[metric];
    const count = window.reduce((sum, month) => sum + (cases.get(month)?.[metric] ?? 0), 0);
    const hundredths = window.reduce((sum, month) => sum + denominatorOf(kind, month), 0);
    const missing = window.filter((month) => denominatorOf(kind, month) === 0);
    const { low, high } = poissonInterval(count);
    const per = (number: number) => ratePer(bases[metric] * 100, number, hundredths);
    return {
      figure: per(count),
      cases: count,
      denominator: hundredths / 100,
      low: per(low),
      high: per(high),
      provisional: missing.length > 0,
      missing,
    };
  }

  const figures = (window: (metric: Metric) => readonly YearMonth[]) => ({
    trif: figureOver('trif', window('trif')),
    ltif: figureOver('ltif', window('ltif')),
    mvif: figureOver('mvif', window('mvif')),
  });

  const monthFigure = (metric: Metric, month: YearMonth) => ({
    ...(month < running ? figureOver(metric, lastTwelve(month)) : NO_FIGURE),
    monthRate: month < running ? figureOver(metric, [month]).figure : null,
    ...facts.limitOf(metric, month),
  });

  const lastClosed = (kind: keyof Worked): YearMonth | null => {
    let last: YearMonth | null = null;
    for (const month of worked.keys())
      if (month <= lastEnded && isClosed(kind, month) && (last === null || month > last)) last = month;
    return last;
  };
  const closed = { hours: lastClosed('hours'), kms: lastClosed('kms') };
  const until =
    closed.hours !== null && closed.kms !== null && closed.kms > closed.hours
      ? closed.kms
      : (closed.hours ?? closed.kms);
  const endOf = (metric: Metric): YearMonth => closed[denominators[metric]] ?? lastEnded;

  const proactive = facts.narrowed ?? cases;
  const leadingAndLagging = (months: readonly YearMonth[]) => ({
    leading: months.reduce((sum, month) => sum + (proactive.get(month)?.leading ?? 0), 0),
    lagging: months.reduce((sum, month) => sum + (proactive.get(month)?.lagging ?? 0), 0),
  });
  const yearSoFar = until ?? (to < running ? to : running);

  return {
    organizationGuid: facts.organizationGuid,
    from,
    to,
    months: monthsBetween(from, to).map((month) => ({
      month,
      isClosed: { hours: isClosed('hours', month), kms: isClosed('kms', month) },
      isRunning: month === running,
      trif: monthFigure('trif', month),
      ltif: monthFigure('ltif', month),
      mvif: monthFigure('mvif', month),
      hours: denominatorOf('hours', month) / 100,
      kms: denominatorOf('kms', month) / 100,
      ...leadingAndLagging([month]),
    })),
    yearToDate: {
      ...figures((metric) => monthsBetween(januaryOf(endOf(metric)), endOf(metric))),
      ...leadingAndLagging(monthsBetween(januaryOf(yearSoFar), yearSoFar)),
      until,
    },
    rolling12: { ...figures((metric) => lastTwelve(endOf(metric))), until: closed },
    yearEarlier: figures((metric) => lastTwelve(addMonths(endOf(metric), -12))),
    loadLines: [...facts.loadLines],
  };
}
