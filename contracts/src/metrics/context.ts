import { defineContext, job } from '../kernel/context.ts';
import { answersShare } from './answers-share.ts';
import { metricsErrors } from './errors.ts';
import {
  dashboard,
  dashboardCases,
  loadLineCrossing,
  loadLinesAnswer,
  loadLinesWithCrossings,
  monthlyMetrics,
  rateFigure,
} from './http.ts';
import { metricsRoutes } from './routes.ts';
import { loadLinesStream, loadLineStream, monthlyMetricsStream } from './streams.ts';

export const metricsContext = defineContext({
  name: 'metrics',
  streams: [monthlyMetricsStream, loadLinesStream, loadLineStream],
  routes: metricsRoutes,
  errors: metricsErrors,
  answers: {
    RateFigure: rateFigure,
    Dashboard: dashboard,
    AnswersShare: answersShare,
    DashboardCases: dashboardCases,
    MonthlyMetrics: monthlyMetrics,
    LoadLines: loadLinesAnswer,
    LoadLineCrossing: loadLineCrossing,
    LoadLinesWithCrossings: loadLinesWithCrossings,
  },
  labels: {
    'monthly-metrics': 'Monthly figures',
    'load-lines': 'Load lines',
    'load-line': 'Load line',
  },
  internal: {
    'load-line': 'a crossed limit follows from figures that are told',
  },
  jobs: {
    /** Checks whether load lines are crossed, or armed again. */
    JUDGE_LOAD_LINES: job<{ readonly organization: string }>(),
  },
});
