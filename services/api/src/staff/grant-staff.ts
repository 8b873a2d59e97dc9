import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { userDecider } from '../identity/accounts/user.ts';
import { grantStaff } from './grant-staff.rule.ts';

export const GrantStaff = defineCommand({
  name: 'GrantStaff',
  useCase: (_envelope, userGuid: string) =>
    singleStream({
      own: userDecider.of(userGuid),
      decide: (user) => grantStaff(userGuid, user),
    }),
});
