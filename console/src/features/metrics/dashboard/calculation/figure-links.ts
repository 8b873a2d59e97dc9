import { addMonths, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { CountedMetric } from '@plimsoll/contracts/metrics/http';
import { metricsPaths } from '../../paths.ts';
import type { Range } from './range.ts';
import type { Metric } from './rate-series.ts';

/** A rate's name as the API has it. */
export const countedAs = { trif: 'TRIF', ltif: 'LTIF', mvif: 'MVIF' } as const satisfies Record<Metric, CountedMetric>;

/** The twelve months that end with one. */
export const twelveTo = (month: YearMonth): Range => ({ from: addMonths(month, -11), to: month });

/** What a figure counts in some months. */
export const casesPath = (metric: CountedMetric, { from, to }: Range): string =>
  metricsPaths.figureCases(1, { metric, from, to });

/** The hours or kilometres that a figure divides by, month by month. */
export const monthsPath = (of: 'hours' | 'kms', { from, to }: Range): string =>
  metricsPaths.figureMonths({ of, from, to });
