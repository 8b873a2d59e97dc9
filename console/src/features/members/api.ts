import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** All members of the organization, by name. */
export const membersQuery = (organizationGuid: string) => query('listMemberships', { query: { organizationGuid } });
/** One member, as a list with at most one item. */
export const memberQuery = (organizationGuid: string, memberGuid: string) =>
  query('listMemberships', { query: { organizationGuid, memberGuid } });

export const changeMembership = command('changeMembership', {
  staleAfter: [
    'listMemberships',
    'listInvitations',
    'listApiKeys',
    'listWebhooks',
    'listAuditorGrants',
    'listCreatedAccess',
  ],
});
export const removeMember = command('removeMember', {
  staleAfter: [
    'listMemberships',
    'listIncidents',
    'listInvitations',
    'listApiKeys',
    'listWebhooks',
    'listAuditorGrants',
    'listCreatedAccess',
  ],
  leaves: true,
});

/** What a member created that works without them. Always refetched, since they may create more at any time. */
export const createdAccessQuery = (orgGuid: string, userGuid: string) =>
  query('listCreatedAccess', { params: { orgGuid, userGuid } }, { staleTime: 0 });

/** User groups with the permissions of their members. */
export const userGroupsQuery = (orgGuid: string) => query('listUserGroups', { params: { orgGuid } });
export const changeUserGroup = command('changeUserGroup', { staleAfter: ['listUserGroups', 'listMemberships'] });

/** Industries of a member; the next query reads those of the organization. */
export const memberIndustriesQuery = (orgGuid: string, userGuid: string) =>
  query('getMemberIndustries', { params: { orgGuid, userGuid } });
export const organizationIndustriesQuery = (orgGuid: string) =>
  query('listOrganizationIndustries', { params: { orgGuid } });
export const setMemberIndustries = command('setMemberIndustries', {
  staleAfter: [],
  answers: ({ params }) => memberIndustriesQuery(params.orgGuid, params.userGuid),
});

/** Maximum number of pending events that are listed by name. */
export const MAX_LISTED_EVENTS = 3;
/** Events that wait for a member, oldest first. Only those that the current user may see. */
export const waitingEventsQuery = (organizationGuid: string, holderGuid: string) =>
  query(
    'listIncidents',
    {
      query: {
        organizationGuid,
        limit: MAX_LISTED_EVENTS,
        sortBy: 'REPORTED_DATE',
        sortDirection: 'ASCENDING',
        filter: JSON.stringify({ holderGuid } satisfies IncidentFilter),
      },
    },
    { staleTime: 0 },
  );

export const sendInvitation = command('sendInvitation', { staleAfter: ['listInvitations'] });
export const revokeInvitation = command('revokeInvitation', { staleAfter: ['listInvitations'] });

/** Requests to join the organization. */
export const requestsQuery = (orgGuid: string) =>
  query('listMembershipRequests', { params: { orgGuid } }, { refetchOnWindowFocus: true });
export const answerRequest = command('answerMembershipRequest', {
  staleAfter: ['listMembershipRequests', 'listMemberships'],
});
