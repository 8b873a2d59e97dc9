import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { userRenamed, usernameChanged } from '@plimsoll/contracts/identity/events';
import type { UpdateUserRequest } from '@plimsoll/contracts/identity/user';
import { isRefusal, refuse, type Decision } from '../../commands/decision.ts';
import type { UseCase } from '../../commands/execute.ts';
import { useCase } from '../../commands/use-case.ts';
import { evolveUser, usernameReservation, userStream, type UserState } from './user.ts';

/** Changes a person's names. Refuses: UsernameDoesNotExist. Unchanged values write nothing. */
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

/** Reserves the username across all accounts, regardless of case. Also refuses DuplicateUsername. */
export const UpdateUser = useCase(
  'UpdateUser',
  (_, userGuid: string, change: UpdateUserRequest): UseCase<UserState | null, []> => ({
    own: { stream: userStream(userGuid), initial: null as UserState | null, evolve: evolveUser },
    decide: ({ stream, state }) => {
      const decision = updateUser(userGuid, change, state);
      if (isRefusal(decision)) return decision;
      const [before, after] = [
        state?.username ?? null,
        decision.find((event) => event.type === 'UsernameChanged')?.data.username,
      ].map((username) => (username ? usernameReservation(username) : undefined));
      const isAnother = after !== undefined && after !== before;
      return {
        records: decision.map((event) => ({ stream, event })),
        ...(isAnother && {
          reservations: [{ key: after, taken: 'DuplicateUsername' as const }],
          ...(before !== undefined && { releases: [before] }),
        }),
      };
    },
  }),
);
