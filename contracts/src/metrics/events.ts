import { z } from 'zod';
import { yearMonth } from '../kernel/values/dates.ts';
import { defineEvent, personal, STREAM, subject } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';

/** Two decimals, at most ten million: exact as a number of hundredths. */
const amount = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine((value) => Math.round(value * 100) / 100 === value);
const head = z.int().min(0).max(1_000_000);

export const monthlyFigures = z.strictObject({
  employeeHours: amount,
  contractorHours: amount,
  employeeKms: amount,
  contractorKms: amount,
  employeeCount: head,
  contractorCount: head,
});
export type MonthlyFigures = z.output<typeof monthlyFigures>;

/** Stream: UUIDv5 of the organization and 'reporting-metrics/YYYY-MM'. */
export const monthlyMetricsRecorded = defineEvent(
  'MonthlyMetricsRecorded',
  z.strictObject({ yearMonth, ...monthlyFigures.shape, notes: personal(safeText.max(10_000), STREAM).nullable() }),
);

const rate = z.number().min(0).max(10_000).nullable();
export const loadLines = z.strictObject({ trif: rate, ltif: rate, mvif: rate });
export type LoadLines = z.output<typeof loadLines>;

interface FirstLoadLinesSet extends LoadLines {
  readonly year: number;
}

/**
 * The limits of a calendar year. Stream: UUIDv5 of the organization and 'load-lines/YYYY'. In version 1 nobody was
 * asked why.
 */
export const loadLinesSet = defineEvent(
  'LoadLinesSet',
  z.strictObject({
    year: z.int().min(1900).max(2099),
    ...loadLines.shape,
    setByGuid: guid.nullable(),
    reason: personal(safeText.min(1).max(1_000), subject.member('setByGuid')).nullable(),
  }),
  [(first: FirstLoadLinesSet) => ({ ...first, setByGuid: null, reason: null })],
);

export const loadLineMetrics = ['TRIF', 'LTIF', 'MVIF'] as const;
export type LoadLineMetric = (typeof loadLineMetrics)[number];

const metric = z.enum(loadLineMetrics);
const notificationGuid = guid;

/**
 * The figure of the last closed month is above the limit of its year, where it was not before. Stream: UUIDv5 of the
 * organization and 'load-line/METRIC'.
 */
export const loadLineCrossed = defineEvent(
  'LoadLineCrossed',
  z.strictObject({ metric, month: yearMonth, figure: z.number(), limit: z.number(), notificationGuid }),
);

/**
 * It is at or below again, or has no limit any more. `notificationGuid` is the crossing's; without a month none is
 * closed.
 */
export const loadLineRearmed = defineEvent(
  'LoadLineRearmed',
  z.strictObject({
    metric,
    notificationGuid,
    month: yearMonth.nullable(),
    figure: z.number().nullable(),
    limit: z.number().nullable(),
  }),
);

/** The admins know of the crossing. */
export const loadLineDismissed = defineEvent('LoadLineDismissed', z.strictObject({ metric, notificationGuid }));
