import { keepPreviousData } from '@tanstack/react-query';
import type { IncidentFilter, IncidentListQuery } from '@plimsoll/contracts/incidents/requests';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';
import { staleAfterEvents } from '../../lib/offline/stale-after-events.ts';

export interface ListQuestion
  extends Pick<IncidentListQuery, 'limit' | 'offset' | 'sortBy' | 'sortDirection' | 'searchBefore'> {
  filter: IncidentFilter;
}

/** Query for a page of incidents. The previous page stays visible while the next one loads. */
export function incidentListQuery(organizationGuid: string, { filter, ...page }: ListQuestion) {
  const filterQuery = Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {};
  return query(
    'listIncidents',
    { query: { organizationGuid, ...page, ...filterQuery } },
    { placeholderData: keepPreviousData },
  );
}

/** Query for a page of the user's own reports. The previous page stays visible while the next one loads. */
export const myReportsQuery = (organizationGuid: string, page: { limit: number; offset: number }) =>
  query('listMyReports', { query: { organizationGuid, ...page } }, { placeholderData: keepPreviousData });

/** Query for the number of deleted incidents that the user may restore. */
export const restorableQuery = (organizationGuid: string) =>
  query(
    'listIncidents',
    { query: { organizationGuid, limit: 1, filter: JSON.stringify({ state: ['DELETED'] } satisfies IncidentFilter) } },
    { staleTime: 60_000 },
  );

/** Query for the user's saved views. */
export const savedViewsQuery = (organizationGuid: string) =>
  query('listSavedViews', { params: { orgGuid: organizationGuid } });

/** Query for an incident. It is not refetched on focus while the user reads it: see `useNewerRevision`. */
export const incidentQuery = (organizationGuid: string, eventId: string) =>
  query('getIncident', { params: { eventId }, query: { organizationGuid } }, { refetchOnWindowFocus: false });

/** A past version of an incident: after a revision, or as the log had it at an instant. */
export type Past = { readonly revision: number } | { readonly asOf: string };

/** Query for a past version of an incident. */
export const pastIncidentQuery = (organizationGuid: string, eventId: string, past: Past) =>
  query('getIncident', { params: { eventId }, query: { organizationGuid, ...past } });

export const incidentHistoryQuery = (organizationGuid: string, eventId: string) =>
  query('getIncidentHistory', { params: { eventId }, query: { organizationGuid } }, { refetchOnWindowFocus: false });

export const amendIncident = command('amendIncident', { staleAfter: staleAfterEvents });
export const requestReview = command('requestReview', { staleAfter: staleAfterEvents });
export const reviewIncident = command('reviewIncident', { staleAfter: staleAfterEvents });
export const returnIncident = command('returnIncident', { staleAfter: staleAfterEvents });
export const requestApproval = command('requestApproval', { staleAfter: staleAfterEvents });
export const approveIncident = command('approveIncident', { staleAfter: staleAfterEvents });
export const reopenIncident = command('reopenIncident', { staleAfter: staleAfterEvents });
export const deleteIncident = command('deleteIncident', { staleAfter: staleAfterEvents });
export const restoreIncident = command('restoreIncident', { staleAfter: staleAfterEvents });

/** Applies one command to many incidents. */
export const changeIncidents = command('changeIncidents', { staleAfter: staleAfterEvents });

export const saveView = command('saveView', { staleAfter: ['listSavedViews'] });
export const changeSavedView = command('changeSavedView', { staleAfter: ['listSavedViews'] });
export const removeSavedView = command('removeSavedView', { staleAfter: ['listSavedViews'] });
