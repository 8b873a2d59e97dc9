import { useRevalidator } from 'react-router';
import type { UnitStatus } from '@plimsoll/contracts/units/unit-requests';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';
import { forgetStartup } from '../../lib/session/startup.ts';

export const reportingGroupsQuery = (orgGuid: string, status: UnitStatus = 'ACTIVE') =>
  query('listReportingGroups', { params: { orgGuid }, query: { status } });
export const reportingGroupQuery = (orgGuid: string, guid: string) =>
  query('getReportingGroup', { params: { orgGuid, guid } });
export const createReportingGroup = command('createReportingGroup', {
  staleAfter: ['listReportingGroups', 'listCallLists'],
});
export const updateReportingGroup = command('updateReportingGroup', {
  staleAfter: ['listReportingGroups', 'listCallLists', 'getIncident', 'getIncidentHistory'],
  answers: ({ params }) => reportingGroupQuery(params.orgGuid, params.guid),
});
/** Also invalidates the group that takes over the members and events. */
export const archiveReportingGroup = command('archiveReportingGroup', {
  staleAfter: [
    'listReportingGroups',
    'getReportingGroup',
    'listCallLists',
    'listIncidents',
    'getIncident',
    'getIncidentHistory',
    'listMemberships',
    'listNotifications',
  ],
});
export const removeReportingGroup = command('removeReportingGroup', {
  staleAfter: ['listReportingGroups', 'listCallLists'],
  leaves: true,
});

export const worksitesQuery = (orgGuid: string, status: UnitStatus = 'ACTIVE') =>
  query('listWorksites', { params: { orgGuid }, query: { status } });
export const worksiteQuery = (orgGuid: string, guid: string) => query('getWorksite', { params: { orgGuid, guid } });
export const createWorksite = command('createWorksite', { staleAfter: ['listWorksites', 'listCallLists'] });
export const updateWorksite = command('updateWorksite', {
  staleAfter: ['listWorksites', 'listCallLists', 'listIncidents', 'getIncident', 'getIncidentHistory'],
  answers: ({ params }) => worksiteQuery(params.orgGuid, params.guid),
});
export const archiveWorksite = command('archiveWorksite', {
  staleAfter: ['listWorksites', 'listCallLists'],
  answers: ({ params }) => worksiteQuery(params.orgGuid, params.guid),
});
export const removeWorksite = command('removeWorksite', {
  staleAfter: ['listWorksites', 'listCallLists'],
  leaves: true,
});

/** Reloads the startup data after a change, since other screens offer these units. The page stays open. */
export function useRefreshOfferedUnits(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    forgetStartup();
    void revalidate();
  };
}
