import type { UpdateUserRequest } from '@plimsoll/contracts/identity/user';
import { isRefusal } from '../../commands/decision.ts';
import type { UseCase } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { userDecider, usernameReservation, type UserState } from './user.ts';
import { updateUser } from './update-user.rule.ts';

/**
 * Changes a person's name or username. Usernames are unique in the installation, case-insensitively. Refuses what the
 * rule refuses, and DuplicateUsername.
 */
export const UpdateUser = defineCommand({
  name: 'UpdateUser',
  useCase: (_, userGuid: string, change: UpdateUserRequest): UseCase<UserState | null, []> => ({
    own: userDecider.of(userGuid),
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
});
