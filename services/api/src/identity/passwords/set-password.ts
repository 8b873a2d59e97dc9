import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { passwordChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, ofOneStream } from '../../commands/execute.ts';
import { command } from '../../commands/use-case.ts';
import { passwordFault } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { evolveUser, userStream, type UserState } from '../accounts/user.ts';

type Person = Parameters<typeof passwordFault>[1];

/**
 * Sets a person's password and ends their other sessions. The envelope's content must not contain the password.
 * Refuses: MissingUserAccount, MalformedPassword.
 */
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

/**
 * The event first, then the hash: a repetition after an error in between completes it. The given session stays open.
 */
export const SetPassword = command(
  'SetPassword',
  [Sessions],
  (sessions) => async (store, envelope, userGuid: string, password: string, keptSession?: string) => {
    const outcome = await execute(
      store,
      envelope,
      ofOneStream({
        stream: userStream(userGuid),
        initial: null as UserState | null,
        evolve: evolveUser,
        decide: (user) => setPassword(userGuid, password, personIn(user)),
      }),
    );
    if (isExecuted(outcome)) await sessions.keepPassword(userGuid, await hashPassword(password), keptSession);
    return outcome;
  },
);
