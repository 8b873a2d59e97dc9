import { searched } from '../../lib/url/paths.ts';

/** The addresses of figures: the dashboard and the months. */
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
  /** All that the person has to do. */
  toDoList: () => metricsPattern.toDoList,
  /** A page of what a figure of the dashboard counts. */
  figureCases: (page: number, search: URLSearchParams | Record<string, string>) =>
    searched(`/dashboard/cases/${page}`, search),
  /** The months whose hours or kilometres a rate divides by. */
  figureMonths: (search: URLSearchParams | Record<string, string>) => searched(metricsPattern.figureMonths, search),
  reportingMetrics: () => metricsPattern.reportingMetrics,
  reportingMonth: (yearMonth: string) => `/settings/organization/reporting/${yearMonth}`,
};
