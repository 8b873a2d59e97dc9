import { searched } from '../../lib/url/paths.ts';

/** URL patterns of the dashboard and of monthly figures. */
export const metricsPattern = {
  dashboard: '/dashboard',
  toDoList: '/dashboard/to-do-list',
  figureCases: '/dashboard/cases/:currentPage',
  figureMonths: '/dashboard/months',
  reportingMetrics: '/settings/organization/reporting',
  reportingMonth: '/settings/organization/reporting/:yearMonth',
} as const;

export const metricsPaths = {
  dashboard: (search?: URLSearchParams) => searched(metricsPattern.dashboard, search),
  /** All tasks of the user. */
  toDoList: () => metricsPattern.toDoList,
  /** One page of the cases that a figure of the dashboard counts. */
  figureCases: (page: number, search: URLSearchParams | Record<string, string>) =>
    searched(`/dashboard/cases/${page}`, search),
  /** Months whose hours or kilometres a rate divides by. */
  figureMonths: (search: URLSearchParams | Record<string, string>) => searched(metricsPattern.figureMonths, search),
  reportingMetrics: () => metricsPattern.reportingMetrics,
  reportingMonth: (yearMonth: string) => `/settings/organization/reporting/${yearMonth}`,
};
