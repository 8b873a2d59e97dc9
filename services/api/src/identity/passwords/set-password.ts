import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { hashPassword } from './passwords.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { userDecider } from '../accounts/user.ts';
import { setPassword, personIn } from './set-password.rule.ts';

/**
 * Sets a password and ends the person's sessions, except a given one. The event first, then the hash: a repetition
 * after an error in between completes it.
 */
export const SetPassword = defineCommand({
  name: 'SetPassword',
  needs: [Sessions],
  handle: (sessions) => async (store, envelope, userGuid: string, password: string, exceptSession?: string) => {
    const outcome = await execute(
      store,
      envelope,
      singleStream({
        own: userDecider.of(userGuid),
        decide: (user) => setPassword(userGuid, password, personIn(user)),
      }),
    );
    if (isExecuted(outcome)) await sessions.storePassword(userGuid, await hashPassword(password), exceptSession);
    return outcome;
  },
});
