import { command } from '../../lib/command.ts';
import { query } from '../../lib/query.ts';

/** The organizations whose whole name or ID it is. */
export const organizationsCalled = (matching: string) => query('searchOrganizations', { query: { matching } });
export const organizationQuery = (orgGuid: string) =>
  query('getOrganization', { params: { orgGuid } }, { staleTime: 0 });
/** Where an organization operates, the primary location first. */
export const locationsQuery = (orgGuid: string) => query('listLocations', { params: { orgGuid } });
export const industriesQuery = (regionGuid: string) =>
  query('listIndustries', { query: { regionGuid } }, { staleTime: Infinity });
/** The invitations that are outstanding for one's own addresses. Somebody may send or revoke one at any time. */
export const ownInvitationsQuery = () => query('listInvitations', { query: { mine: 'true' } }, { staleTime: 0 });

/** The organizations that one has asked to join. Somebody may answer at any time. */
export const ownRequestsQuery = (userGuid: string) =>
  query('listOwnMembershipRequests', { params: { userGuid } }, { staleTime: 0 });

/** One's own account: whether one is of our staff. */
export const ownAccountQuery = (userGuid: string) => query('getUser', { params: { identifier: userGuid } });
export const beginStaffAccess = command('beginStaffAccess', { staleAfter: [] });

/** Where else people of the organization go. */
export const externalSystemsQuery = (orgGuid: string) => query('listExternalSystems', { params: { orgGuid } });
export const turnStaffOut = command('turnStaffOut', { staleAfter: ['listStaffAccesses'] });
/** Our staff may begin to read, or go on, at any time. */
export const staffAccessesQuery = (orgGuid: string) =>
  query('listStaffAccesses', { params: { orgGuid } }, { staleTime: 0, refetchOnWindowFocus: true });

export const foundOrganization = command('foundOrganization', { staleAfter: [], leaves: true });
export const updateOrganization = command('updateOrganization', { staleAfter: ['getOrganization'], leaves: true });
export const addLocation = command('addLocation', { staleAfter: ['listLocations'] });
export const changeLocation = command('changeLocation', { staleAfter: ['listLocations'] });
export const removeLocation = command('removeLocation', { staleAfter: ['listLocations'] });
export const suggestRegion = command('suggestRegion', { staleAfter: [] });
export const answerInvitation = command('answerInvitation', { staleAfter: ['listInvitations'] });
export const askToJoin = command('askToJoin', { staleAfter: ['listOwnMembershipRequests'] });
export const withdrawRequest = command('withdrawMembershipRequest', { staleAfter: ['listOwnMembershipRequests'] });

/** The same where one remains on the page. */
export const changeOrganization = command('updateOrganization', { staleAfter: ['getOrganization'] });
export const setLogo = command('setLogo', { staleAfter: ['getOrganization'] });
export const removeLogo = command('removeLogo', { staleAfter: ['getOrganization'] });
export const switchFeature = command('switchFeature', { staleAfter: ['getOrganization'] });
export const changeCustomerConfig = command('changeCustomerConfig', { staleAfter: ['getOrganization'] });
export const changeExternalSystems = command('changeExternalSystems', {
  staleAfter: ['getOrganization', 'listExternalSystems'],
});
