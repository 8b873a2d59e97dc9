import type { Permission } from '../session/permissions.ts';
import { query } from './query.ts';

/** The members of the organization whom a field offers: all, one, or those who hold a permission. */
export const membersQuery = (organizationGuid: string, which: { permission?: Permission; memberGuid?: string } = {}) =>
  query('listMemberships', { query: { organizationGuid, ...which } }, { staleTime: 60_000 });
