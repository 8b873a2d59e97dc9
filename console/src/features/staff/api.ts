import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** One's own account: whether one is of our staff. */
export const ownAccountQuery = (userGuid: string) => query('getUser', { params: { identifier: userGuid } });
export const beginStaffAccess = command('beginStaffAccess', { staleAfter: [] });

/** Our staff may begin to read, or go on, at any time. */
export const staffAccessesQuery = (orgGuid: string) =>
  query('listStaffAccesses', { params: { orgGuid } }, { staleTime: 0, refetchOnWindowFocus: true });
export const turnStaffOut = command('turnStaffOut', { staleAfter: ['listStaffAccesses'] });
