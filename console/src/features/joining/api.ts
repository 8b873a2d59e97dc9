import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** The organizations whose whole name or ID it is. */
export const organizationsCalled = (matching: string) => query('searchOrganizations', { query: { matching } });
/** The invitations that are outstanding for one's own addresses. Somebody may send or revoke one at any time. */
export const ownInvitationsQuery = () => query('listInvitations', { query: { mine: 'true' } }, { staleTime: 0 });

/** The organizations that one has asked to join. Somebody may answer at any time. */
export const ownRequestsQuery = (userGuid: string) =>
  query('listOwnMembershipRequests', { params: { userGuid } }, { staleTime: 0 });

export const answerInvitation = command('answerInvitation', { staleAfter: ['listInvitations'] });
export const askToJoin = command('askToJoin', { staleAfter: ['listOwnMembershipRequests'] });
export const withdrawRequest = command('withdrawMembershipRequest', { staleAfter: ['listOwnMembershipRequests'] });
