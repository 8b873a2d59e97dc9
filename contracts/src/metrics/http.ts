import { z } from 'zod';
import { yearMonth } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { loadLineMetrics, loadLines, monthlyFigures } from './events.ts';
import { classifications } from '../incidents/vocabulary.ts';
import { listQuery } from '../kernel/values/list.ts';
import { safeText } from '../kernel/values/text.ts';

/** PUT /orgs/{orgGuid}/reporting-metrics/{yearMonth}. */
export const recordMonthlyMetricsRequest = z.strictObject({
  ...monthlyFigures.shape,
  notes: safeText.trim().max(10_000).nullish(),
});
export type RecordMonthlyMetricsRequest = z.output<typeof recordMonthlyMetricsRequest>;

/** The figures are null until they are entered. */
export const monthlyMetrics = z.object({
  yearMonth,
  figures: monthlyFigures.nullable(),
  notes: z.string().nullable(),
  recordedBy: person.nullable(),
  recordedAt: z.string().nullable(),
  revision: z.int(),
  /** Hours a head outside of 40 to 375 in the month; questioned, not refused. */
  warnings: z.array(z.object({ field: z.enum(['employeeHours', 'contractorHours']), hoursPerHead: z.number() })),
});
export type MonthlyMetrics = z.output<typeof monthlyMetrics>;

/** PUT /orgs/{orgGuid}/load-lines/{year}. The reason is demanded when a limit of a year that has begun is changed. */
export const setLoadLinesRequest = z.strictObject({ ...loadLines.shape, reason: safeText.trim().max(1_000).nullish() });
export type SetLoadLinesRequest = z.output<typeof setLoadLinesRequest>;

/** How a limit came to be what it is: what it was, and who changed it, when and why. Null when it was never set. */
const limitChange = z
  .object({ from: z.number().nullable(), by: person, at: z.string(), reason: z.string().nullable() })
  .nullable();

export const loadLinesAnswer = z.object({
  year: z.int(),
  ...loadLines.shape,
  setBy: person.nullable(),
  setAt: z.string().nullable(),
  /** From the newest setting; 'erased' once its author was erased. */
  reason: z.string().nullable(),
  /** The newest change of each limit: a setting may leave some of them as they were. */
  changes: z.object({ trif: limitChange, ltif: limitChange, mvif: limitChange }),
  revision: z.int(),
});
export type LoadLinesAnswer = z.output<typeof loadLinesAnswer>;

/** A limit that was crossed in a month of the year: until when, and whether its admins have dismissed it. */
export const loadLineCrossing = z.object({
  notificationGuid: guid,
  metric: z.enum(loadLineMetrics),
  month: yearMonth,
  figure: z.number(),
  limit: z.number(),
  at: z.string(),
  rearmedAt: z.string().nullable(),
  dismissedAt: z.string().nullable(),
  dismissedBy: person.nullable(),
});

/** GET /orgs/{orgGuid}/load-lines/{year}: the oldest crossing first. */
export const loadLinesWithCrossings = loadLinesAnswer.extend({ crossings: z.array(loadLineCrossing) });
export type LoadLinesWithCrossings = z.output<typeof loadLinesWithCrossings>;

export const dashboardQuery = z.strictObject({
  organizationGuid: guid.optional(),
  userAccountGuid: guid.optional(),
  /** Months; by default from the start of the current year to now. */
  from: yearMonth.optional(),
  to: yearMonth.optional(),
});

/**
 * One rate over a window: unrounded; null with a denominator of 0. `low` and `high` are the exact Poisson 95 %
 * interval.
 */
export const rateFigure = z.object({
  figure: z.number().nullable(),
  cases: z.int(),
  denominator: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  provisional: z.boolean(),
  /** Ended months in the window without a denominator. */
  missing: z.array(yearMonth),
});
export type RateFigure = z.output<typeof rateFigure>;

/** Of a month: its own rate, and the limit by which it is judged, in force when the month ended, with when it was set. */
const monthFigure = rateFigure.extend({
  monthRate: z.number().nullable(),
  limit: z.number().nullable(),
  limitSetAt: z.string().nullable(),
});

const rates = { trif: rateFigure, ltif: rateFigure, mvif: rateFigure };

export const dashboard = z.object({
  organizationGuid: guid,
  from: yearMonth,
  to: yearMonth,
  /** In each rate: the rolling 12 months that end there; `monthRate` is the month alone. */
  months: z.array(
    z.object({
      month: yearMonth,
      isClosed: z.object({ hours: z.boolean(), kms: z.boolean() }),
      isRunning: z.boolean(),
      trif: monthFigure,
      ltif: monthFigure,
      mvif: monthFigure,
      hours: z.number(),
      kms: z.number(),
      leading: z.int(),
      lagging: z.int(),
    }),
  ),
  yearToDate: z.object({ ...rates, leading: z.int(), lagging: z.int(), until: yearMonth.nullable() }),
  rolling12: z.object({ ...rates, until: z.object({ hours: yearMonth.nullable(), kms: yearMonth.nullable() }) }),
  /** The same window a year earlier, for comparison. */
  yearEarlier: z.object(rates),
  loadLines: z.array(loadLinesAnswer),
});
export type Dashboard = z.output<typeof dashboard>;

/** The figures of the dashboard that count something: cases of a rate, and leading and lagging events. */
export const countedMetrics = ['TRIF', 'LTIF', 'MVIF', 'LEADING', 'LAGGING'] as const;
export type CountedMetric = (typeof countedMetrics)[number];

/**
 * Nothing else can be asked for: together with `hidden` a further filter would tell of single events that the viewer
 * may not see.
 */
export const dashboardCasesQuery = listQuery.omit({ cursor: true }).extend({
  organizationGuid: guid.optional(),
  metric: z.enum(countedMetrics),
  /** Months; by default from the start of the current year to now, as on the dashboard. */
  from: yearMonth.optional(),
  to: yearMonth.optional(),
});
export type DashboardCasesQuery = z.output<typeof dashboardCasesQuery>;

/**
 * What a figure of the dashboard counts: a row for each case, which is a person, or an event where events are counted.
 */
export const dashboardCases = z.object({
  items: z.array(
    z.object({
      eventId: z.string(),
      number: z.int(),
      heading: z.string(),
      occurrenceDate: z.string(),
      /** Null where the event is the case, or names nobody. */
      injuredPersonGuid: z.string().nullable(),
      name: z.string().nullable(),
      /** Null where the form decided what the case counts as. */
      classification: z.enum(classifications).nullable(),
    }),
  ),
  /** Of the cases that the viewer may see. */
  totalCount: z.int(),
  /** All other cases: both together are the figure. */
  hidden: z.int(),
  limit: z.int(),
  offset: z.int(),
});
export type DashboardCases = z.output<typeof dashboardCases>;
