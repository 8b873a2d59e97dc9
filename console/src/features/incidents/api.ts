import { keepPreviousData } from '@tanstack/react-query';
import type { IncidentFilter, IncidentListQuery } from '@plimsoll/contracts/incidents/requests';
import { command } from '../../lib/command.ts';
import type { QueryId } from '../../lib/operation.ts';
import { query } from '../../lib/query.ts';

export interface ListQuestion extends Pick<IncidentListQuery, 'limit' | 'offset' | 'sortBy' | 'sortDirection'> {
  filter: IncidentFilter;
}

/** A page of events; the page before stays in sight while the next one loads. */
export function incidentListQuery(organizationGuid: string, { filter, ...page }: ListQuestion) {
  const asked = Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {};
  return query('listIncidents', { query: { organizationGuid, ...page, ...asked } }, { placeholderData: keepPreviousData });
}

/** How many deleted events one may restore. */
export const restorableQuery = (organizationGuid: string) =>
  query('listIncidents', { query: { organizationGuid, limit: 1, filter: JSON.stringify({ state: ['DELETED'] } satisfies IncidentFilter) } }, { staleTime: 60_000 });

/** The views of the list that one has. */
export const savedViewsQuery = (organizationGuid: string) => query('listSavedViews', { params: { orgGuid: organizationGuid } });

/** An event. It is not loaded anew by itself while somebody reads it: see useNewerEvent. */
export const incidentQuery = (organizationGuid: string, eventId: string) => query('getIncident', { params: { eventId }, query: { organizationGuid } }, { refetchOnWindowFocus: false });

/** Which past of an event is meant: after a revision, or as the log knew it at an instant. */
export type Past = { readonly revision: number } | { readonly asOf: string };

/** The event as it was. */
export const pastIncidentQuery = (organizationGuid: string, eventId: string, past: Past) =>
  query('getIncident', { params: { eventId }, query: { organizationGuid, ...past } });

export const incidentHistoryQuery = (organizationGuid: string, eventId: string) => query('getIncidentHistory', { params: { eventId }, query: { organizationGuid } }, { refetchOnWindowFocus: false });

/** A form with its questions; a version of a form never changes. */
export const formQuery = (organizationGuid: string, guid: string, version?: number) =>
  query('getForm', { params: { guid }, query: { organizationGuid, version } }, { staleTime: version === undefined ? 300_000 : Infinity });

/** The list, the event, its history, the bell and the charts follow whatever is done to an event. */
const staleAfter: readonly QueryId[] = ['listIncidents', 'getIncident', 'getIncidentHistory', 'listNotifications', 'getDashboard', 'listDashboardCases'];

export const reportIncident = command('reportIncident', { staleAfter, leaves: true });
export const amendIncident = command('amendIncident', { staleAfter });
export const requestReview = command('requestReview', { staleAfter });
/** The same behind a report, whose page is left. */
export const requestFirstReview = command('requestReview', { staleAfter, leaves: true });
export const reviewIncident = command('reviewIncident', { staleAfter });
export const returnIncident = command('returnIncident', { staleAfter });
export const requestApproval = command('requestApproval', { staleAfter });
export const approveIncident = command('approveIncident', { staleAfter });
export const reopenIncident = command('reopenIncident', { staleAfter });
export const deleteIncident = command('deleteIncident', { staleAfter });
export const restoreIncident = command('restoreIncident', { staleAfter });

/** Many events at a time. */
export const changeIncidents = command('changeIncidents', { staleAfter });

export const saveView = command('saveView', { staleAfter: ['listSavedViews'] });
export const changeSavedView = command('changeSavedView', { staleAfter: ['listSavedViews'] });
export const removeSavedView = command('removeSavedView', { staleAfter: ['listSavedViews'] });
