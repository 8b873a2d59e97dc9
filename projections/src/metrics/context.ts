import { defineReadContext } from '../platform/read-context.ts';
import { frequencyChart } from './frequency-chart/project.ts';
import { limitSettings } from './limit-settings/project.ts';
import { loadLinesProjection } from './load-lines/project.ts';
import { monthlyMetricsProjection } from './monthly-metrics/project.ts';

export const metrics = defineReadContext({
  readModels: [frequencyChart, monthlyMetricsProjection, loadLinesProjection, limitSettings],
  queries: [
    () => import('./frequency-chart/list-cases.ts'),
    () => import('./frequency-chart/query.ts'),
    () => import('./limit-settings/query.ts'),
    () => import('./load-lines/query.ts'),
    () => import('./monthly-metrics/query.ts'),
  ],
});
