import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { passwordChanged, userRegistered } from '@plimsoll/contracts/identity/events';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, isExecuted, ofOneStream } from '../commands/execute.ts';
import { command } from '../commands/use-case.ts';
import { passwordFault } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { Sessions } from './sessions.ts';

type Person = EventOf<typeof userRegistered>['data'];

/** Sets a person's password and ends their sessions. The envelope's content must not hold the password. Refuses: MissingUserAccount, MalformedPassword. */
export function setPassword(userGuid: string, password: string, person: Person | null): Decision<EventOf<typeof passwordChanged>> {
  if (!person) return refuse('MissingUserAccount');
  return passwordFault(password, person) ?? [{ type: 'PasswordChanged', data: { userGuid } }];
}

const evolve = (person: Person | null, event: RecordedEvent): Person | null => (event.type === 'UserRegistered' ? (event.data as Person) : person);

/** The fact first, then the hash: a repetition after a fault in between completes it. */
export const SetPassword = command('SetPassword', [Sessions], (sessions) => async (store, envelope, userGuid: string, password: string) => {
  const outcome = await execute(store, envelope, ofOneStream({
    stream: { kind: 'user', guid: userGuid }, initial: null as Person | null, evolve, decide: (person) => setPassword(userGuid, password, person),
  }));
  if (isExecuted(outcome)) await sessions.keepPassword(userGuid, await hashPassword(password));
  return outcome;
});
