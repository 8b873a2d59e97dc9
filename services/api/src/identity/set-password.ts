import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { passwordChanged, userRegistered } from '@plimsoll/contracts/identity/events';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, isExecuted, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';
import { passwordFault } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { Sessions } from './sessions.ts';

/** Sets a person's password and ends their sessions. The envelope's content must not hold the password. Refuses: MissingUserAccount, MalformedPassword. */
export class SetPassword extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly userGuid: string, readonly password: string) {
    super();
  }
}

type Person = EventOf<typeof userRegistered>['data'];

export function setPassword(userGuid: string, password: string, person: Person | null): Decision<EventOf<typeof passwordChanged>> {
  if (!person) return refuse('MissingUserAccount');
  return passwordFault(password, person) ?? [{ type: 'PasswordChanged', data: { userGuid } }];
}

const evolve = (person: Person | null, event: RecordedEvent): Person | null => (event.type === 'UserRegistered' ? (event.data as Person) : person);

@CommandHandler(SetPassword)
export class SetPasswordHandler implements ICommandHandler<SetPassword> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly sessions: Sessions,
  ) {}

  /** The fact first, then the hash: a repetition after a fault in between completes it. */
  async execute({ envelope, userGuid, password }: SetPassword): Promise<Outcome> {
    const outcome = await execute(this.store, envelope, {
      stream: { kind: 'user', guid: userGuid }, initial: null as Person | null, evolve, decide: (person) => setPassword(userGuid, password, person),
    });
    if (!isExecuted(outcome)) return outcome;
    await this.sessions.keepPassword(userGuid, await hashPassword(password));
    return outcome;
  }
}
