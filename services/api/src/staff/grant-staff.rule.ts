import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffGranted } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { UserState } from '../identity/accounts/user.ts';

/** Makes a user a member of staff; no effect if they are. Refuses: UsernameDoesNotExist. */
export function grantStaff(userGuid: string, user: UserState | null): Decision<EventOf<typeof staffGranted>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return user.isStaff ? [] : [{ type: 'StaffGranted', data: { userGuid } }];
}
