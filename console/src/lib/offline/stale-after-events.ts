import type { QueryId } from '../api/operation.ts';

/** Queries to invalidate after any command on an event. */
export const staleAfterEvents: readonly QueryId[] = [
  'listIncidents',
  'listMyReports',
  'getIncident',
  'getIncidentHistory',
  'listNotifications',
  'getDashboard',
  'getAnswersShare',
  'listDashboardCases',
];
