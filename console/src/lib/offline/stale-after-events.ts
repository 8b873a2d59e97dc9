import type { QueryId } from '../api/operation.ts';

/** The list, the event, its history, the bell and the charts follow whatever is done to an event. */
export const staleAfterEvents: readonly QueryId[] = [
  'listIncidents',
  'getIncident',
  'getIncidentHistory',
  'listNotifications',
  'getDashboard',
  'listDashboardCases',
];
