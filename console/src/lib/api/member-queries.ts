import type { Permission } from '../session/permissions.ts';
import { query } from './query.ts';

/** Members of the organization that a field offers: all, one, or those with a permission. */
export const membersQuery = (organizationGuid: string, which: { permission?: Permission; memberGuid?: string } = {}) =>
  query('listMemberships', { query: { organizationGuid, ...which } }, { staleTime: 60_000 });

/** Invitations of the organization. Refetched on every page and on focus, since they may be answered at any time. */
export const invitationsQuery = (organizationGuid: string) =>
  query('listInvitations', { query: { organizationGuid } }, { refetchOnWindowFocus: true, staleTime: 0 });
