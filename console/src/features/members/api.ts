import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** Everybody in the organization, by name. */
export const membersQuery = (organizationGuid: string) => query('listMemberships', { query: { organizationGuid } });
/** One of them: a list of one, or of none. */
export const memberQuery = (organizationGuid: string, memberGuid: string) =>
  query('listMemberships', { query: { organizationGuid, memberGuid } });

export const changeMembership = command('changeMembership', { staleAfter: ['listMemberships'] });
export const removeMember = command('removeMember', {
  staleAfter: ['listMemberships', 'listIncidents', 'listInvitations'],
  leaves: true,
});

/** What the members of each group may do. */
export const userGroupsQuery = (orgGuid: string) => query('listUserGroups', { params: { orgGuid } });
export const changeUserGroup = command('changeUserGroup', { staleAfter: ['listUserGroups', 'listMemberships'] });

/** The industries that somebody works in, and those of the organization. */
export const memberIndustriesQuery = (orgGuid: string, userGuid: string) =>
  query('getMemberIndustries', { params: { orgGuid, userGuid } });
export const organizationIndustriesQuery = (orgGuid: string) =>
  query('listOrganizationIndustries', { params: { orgGuid } });
export const setMemberIndustries = command('setMemberIndustries', {
  staleAfter: [],
  answers: ({ params }) => memberIndustriesQuery(params.orgGuid, params.userGuid),
});

/** How many events are named that somebody has to act on. */
export const NAMED_EVENTS = 3;
/** The events that are with somebody, as far as whoever asks sees them: those that wait longest first. */
export const waitingEventsQuery = (organizationGuid: string, holderGuid: string) =>
  query(
    'listIncidents',
    {
      query: {
        organizationGuid,
        limit: NAMED_EVENTS,
        sortBy: 'REPORTED_DATE',
        sortDirection: 'ASCENDING',
        filter: JSON.stringify({ holderGuid } satisfies IncidentFilter),
      },
    },
    { staleTime: 0 },
  );

/** Whom the organization has invited. They answer at any time. */
export const invitationsQuery = (organizationGuid: string) =>
  query('listInvitations', { query: { organizationGuid } }, { refetchOnWindowFocus: true });
export const sendInvitation = command('sendInvitation', { staleAfter: ['listInvitations'] });
export const revokeInvitation = command('revokeInvitation', { staleAfter: ['listInvitations'] });

/** Who asks to join. */
export const requestsQuery = (orgGuid: string) =>
  query('listMembershipRequests', { params: { orgGuid } }, { refetchOnWindowFocus: true });
export const answerRequest = command('answerMembershipRequest', {
  staleAfter: ['listMembershipRequests', 'listMemberships'],
});
