import type { z } from 'zod';
import { loadLinesSet, monthlyMetricsRecorded } from '../metrics/events.ts';
import type { LoggedEvent, Mapped } from './logged-event.ts';

/** The figures of a month and the limits of a year, without what was noted beside them. */
export const metricsData = {
  'plimsoll.metrics.recorded.v1': monthlyMetricsRecorded.data.omit({ notes: true }),
  'plimsoll.metrics.load-lines-set.v1': loadLinesSet.data.omit({ reason: true }),
} as const;

/** Maps hours, kilometres and limits; undefined for other events. */
export function mapMetrics({ type, data }: LoggedEvent): Mapped | undefined {
  if (type === 'MonthlyMetricsRecorded') {
    const { notes: _, ...figures } = data as z.output<typeof monthlyMetricsRecorded.data>;
    return { type: 'plimsoll.metrics.recorded.v1', subject: `reporting-metrics/${figures.yearMonth}`, data: figures };
  }
  if (type === 'LoadLinesSet') {
    const { reason: _, ...lines } = data as z.output<typeof loadLinesSet.data>;
    return { type: 'plimsoll.metrics.load-lines-set.v1', subject: `load-lines/${lines.year}`, data: lines };
  }
  return undefined;
}
