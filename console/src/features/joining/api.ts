import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** Organizations whose full name or ID matches exactly. */
export const matchingOrganizationsQuery = (matching: string) => query('searchOrganizations', { query: { matching } });
/**
 * Pending invitations to the user's own addresses. Always refetched: others send and revoke them at any time.
 */
export const ownInvitationsQuery = () => query('listInvitations', { query: { mine: 'true' } }, { staleTime: 0 });

/** The user's own requests to join organizations. Always refetched, since they may be answered at any time. */
export const ownRequestsQuery = (userGuid: string) =>
  query('listOwnMembershipRequests', { params: { userGuid } }, { staleTime: 0 });

export const answerInvitation = command('answerInvitation', { staleAfter: ['listInvitations'] });
export const askToJoin = command('askToJoin', { staleAfter: ['listOwnMembershipRequests'] });
export const withdrawRequest = command('withdrawMembershipRequest', { staleAfter: ['listOwnMembershipRequests'] });
