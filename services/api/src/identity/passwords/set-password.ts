import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { hashPassword } from './passwords.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { userDecider } from '../accounts/user.ts';
import { setPassword, personIn } from './set-password.rule.ts';

/** The fact first, then the hash: a repetition after a fault in between completes it. A session that is named goes on. */
export const SetPassword = defineCommand({
  name: 'SetPassword',
  needs: [Sessions],
  handle: (sessions) => async (store, envelope, userGuid: string, password: string, keptSession?: string) => {
    const outcome = await execute(
      store,
      envelope,
      singleStream({
        own: userDecider.of(userGuid),
        decide: (user) => setPassword(userGuid, password, personIn(user)),
      }),
    );
    if (isExecuted(outcome)) await sessions.keepPassword(userGuid, await hashPassword(password), keptSession);
    return outcome;
  },
});
