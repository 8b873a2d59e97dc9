import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffRevoked } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { UserState } from '../identity/accounts/user.ts';

/** Makes somebody one of our staff no more; whoever is none stays so. Refuses: UsernameDoesNotExist. */
export function revokeStaff(userGuid: string, user: UserState | null): Decision<EventOf<typeof staffRevoked>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return user.isStaff ? [{ type: 'StaffRevoked', data: { userGuid } }] : [];
}
