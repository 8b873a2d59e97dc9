import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffRevoked } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { UserState } from '../identity/accounts/user.ts';

/** Removes a user from staff; no effect if they are not. Refuses: UsernameDoesNotExist. */
export function revokeStaff(userGuid: string, user: UserState | null): Decision<EventOf<typeof staffRevoked>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return user.isStaff ? [{ type: 'StaffRevoked', data: { userGuid } }] : [];
}
