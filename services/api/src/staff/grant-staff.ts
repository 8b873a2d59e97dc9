import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffGranted } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { userDecider, type UserState } from '../identity/accounts/user.ts';

/** Makes somebody one of our staff; whoever is stays so. Refuses: UsernameDoesNotExist. */
export function grantStaff(userGuid: string, user: UserState | null): Decision<EventOf<typeof staffGranted>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return user.isStaff ? [] : [{ type: 'StaffGranted', data: { userGuid } }];
}

export const GrantStaff = defineCommand({
  name: 'GrantStaff',
  useCase: (_envelope, userGuid: string) =>
    singleStream({
      own: userDecider.of(userGuid),
      decide: (user) => grantStaff(userGuid, user),
    }),
});
