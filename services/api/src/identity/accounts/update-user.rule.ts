import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { userRenamed, usernameChanged } from '@plimsoll/contracts/identity/events';
import type { UpdateUserRequest } from '@plimsoll/contracts/identity/user';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { UserState } from './user.ts';

/** Changes a person's name or username. Unchanged values write nothing. Refuses: UsernameDoesNotExist. */
export function updateUser(
  userGuid: string,
  { name, username }: UpdateUserRequest,
  user: UserState | null,
): Decision<EventOf<typeof userRenamed> | EventOf<typeof usernameChanged>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return [
    ...(name !== undefined && name !== user.name ? [{ type: 'UserRenamed', data: { userGuid, name } } as const] : []),
    ...(username !== undefined && username !== user.username
      ? [{ type: 'UsernameChanged', data: { userGuid, username } } as const]
      : []),
  ];
}
