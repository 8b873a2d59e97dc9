import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** The user's own account, which says whether they are Plimsoll staff. */
export const ownAccountQuery = (userGuid: string) => query('getUser', { params: { identifier: userGuid } });
export const beginStaffAccess = command('beginStaffAccess', { staleAfter: [] });

/** Staff accesses of the organization. Always refetched, since staff may start or continue one at any time. */
export const staffAccessesQuery = (orgGuid: string) =>
  query('listStaffAccesses', { params: { orgGuid } }, { staleTime: 0, refetchOnWindowFocus: true });
export const allowStaffReturn = command('allowStaffReturn', { staleAfter: ['listStaffAccesses'] });
export const turnStaffOut = command('turnStaffOut', { staleAfter: ['listStaffAccesses'] });
