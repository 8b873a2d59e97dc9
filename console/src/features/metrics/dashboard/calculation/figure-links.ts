import { addMonths, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { CountedMetric } from '@plimsoll/contracts/metrics/http';
import { metricsPaths } from '../../paths.ts';
import type { Range } from './range.ts';
import type { Metric } from './rate-series.ts';

/** API names of the rates. */
export const countedMetricOf = { trif: 'TRIF', ltif: 'LTIF', mvif: 'MVIF' } as const satisfies Record<
  Metric,
  CountedMetric
>;

/** The twelve months up to and including `month`. */
export const twelveMonthsTo = (month: YearMonth): Range => ({ from: addMonths(month, -11), to: month });

/** Path of the cases that a figure counts in some months. */
export const casesPath = (metric: CountedMetric, { from, to }: Range): string =>
  metricsPaths.figureCases(1, { metric, from, to });

/** Path of the hours or kilometres that a rate divides by, month by month. */
export const monthsPath = (of: 'hours' | 'kms', { from, to }: Range): string =>
  metricsPaths.figureMonths({ of, from, to });
