import { forms, notifications, organizationGuid, preloadQuery } from '../../lib/api/preload.ts';
import { pattern } from '../../lib/url/paths.ts';
import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { metricsPattern } from './paths.ts';

const dashboard: readonly Gate[] = [{ module: 'dashboard' }];

export const routes: readonly Declared[] = [
  screen({
    path: metricsPattern.dashboard,
    page: () => import('./pages/dashboard.route.tsx'),
    gate: dashboard,
    everyday: 'of-dashboard',
    later: () => [import('./dashboard/charts/RateChart.tsx'), import('./dashboard/charts/EventBars.tsx')],
    preload: () => [
      {
        // Home redirects to the dashboard.
        at: [pattern.root, pattern.home, metricsPattern.dashboard],
        ask: [preloadQuery('getDashboard', { query: { organizationGuid } }), notifications(), forms()],
      },
    ],
  }),
  screen({
    path: metricsPattern.figureCases,
    page: () => import('./pages/figure-cases.route.tsx'),
    gate: dashboard,
  }),
  screen({
    path: metricsPattern.figureMonths,
    page: () => import('./pages/figure-months.route.tsx'),
    gate: dashboard,
  }),
  screen({
    path: metricsPattern.toDoList,
    page: () => import('./pages/to-do-list.route.tsx'),
    gate: dashboard,
  }),
];
