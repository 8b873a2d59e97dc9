import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { passwordChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { passwordFault } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { userDecider, type UserState } from '../accounts/user.ts';

type Person = Parameters<typeof passwordFault>[1];

/** Sets a person's password and ends their other sessions. The envelope's content must not hold the password. Refuses: MissingUserAccount, MalformedPassword. */
export function setPassword(
  userGuid: string,
  password: string,
  person: Person | null,
): Decision<EventOf<typeof passwordChanged>> {
  if (!person) return refuse('MissingUserAccount');
  return passwordFault(password, person) ?? [{ type: 'PasswordChanged', data: { userGuid } }];
}

const personIn = (user: UserState | null): Person | null =>
  user && { name: user.name, emailAddress: user.primaryEmailAddress };

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
