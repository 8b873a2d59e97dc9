import { notifications, organizationGuid, preloadFixedQuery } from '../../lib/api/preload.ts';
import { screen, type Declared } from '../../lib/url/screen.ts';
import { metricsPattern } from './paths.ts';

/** Pages used once a month, loaded lazily so that the first page does not wait for them. */
export const routes: readonly Declared[] = [
  screen({
    path: [metricsPattern.reportingMetrics, metricsPattern.reportingMonth],
    page: () => import('./pages/monthly-metrics.route.tsx'),
    inside: 'settings',
    gate: [{ permission: 'VIEW_AND_SET_MONTHLY_METRICS' }],
    everyday: true,
    later: () => [import('@plimsoll/contracts/metrics/http')],
    preload: () => [
      {
        at: metricsPattern.reportingMonth,
        ask: [
          preloadFixedQuery('getMonthlyMetrics', { params: { orgGuid: organizationGuid, yearMonth: '*yearMonth*' } }),
          notifications(),
        ],
      },
      { at: metricsPattern.reportingMetrics, ask: [] },
    ],
  }),
];
