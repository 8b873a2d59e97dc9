import { keepPreviousData } from '@tanstack/react-query';
import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

export const auditorGrantsQuery = (orgGuid: string) =>
  query('listAuditorGrants', { params: { orgGuid } }, { staleTime: 0 });
export const grantAuditor = command('grantAuditor', { staleAfter: ['listAuditorGrants'] });
export const revokeAuditor = command('revokeAuditor', { staleAfter: ['listAuditorGrants'] });

/** Query for the worksites that a grant can include. */
export const grantedWorksitesQuery = (orgGuid: string) =>
  query('listWorksites', { params: { orgGuid }, query: {} }, { staleTime: 60_000 });

/** Number of search results shown at a time. */
const EVENTS_SHOWN = 20;

/** Query for the incidents that a grant can include, newest first. */
export const grantedEventsQuery = (organizationGuid: string, filter: IncidentFilter) =>
  query(
    'listIncidents',
    {
      query: {
        organizationGuid,
        limit: EVENTS_SHOWN,
        offset: 0,
        sortBy: 'OCCURRENCE_DATE',
        sortDirection: 'DESCENDING',
        filter: JSON.stringify(filter),
      },
    },
    { placeholderData: keepPreviousData },
  );
