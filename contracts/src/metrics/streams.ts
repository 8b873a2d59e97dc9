import { defineStream } from '../kernel/stream.ts';
import { loadLineCrossed, loadLineDismissed, loadLineRearmed, loadLinesSet, monthlyMetricsRecorded } from './events.ts';

export const monthlyMetricsStream = defineStream('monthly-metrics', [monthlyMetricsRecorded]);
export const loadLinesStream = defineStream('load-lines', [loadLinesSet]);
export const loadLineStream = defineStream('load-line', [loadLineCrossed, loadLineRearmed, loadLineDismissed]);
