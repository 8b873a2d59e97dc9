import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { userRegistered } from '@plimsoll/contracts/identity/events';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';

export type Registration = EventOf<typeof userRegistered>['data'];

/** Gives a person an account. The envelope's tenant is the installation's own. Refuses: DuplicateGuid, DuplicateEmailAddress. */
export class RegisterUser extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly words: Registration) {
    super();
  }
}

export function registerUser(words: Registration, isThere: boolean): Decision<EventOf<typeof userRegistered>> {
  return isThere ? refuse('DuplicateGuid') : [{ type: 'UserRegistered', data: words }];
}

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, words }: RegisterUser): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: { kind: 'user', guid: words.userGuid },
      initial: false,
      evolve: () => true,
      decide: (isThere) => registerUser(words, isThere),
      reservations: [{ key: `email:${words.emailAddress.toLowerCase()}`, taken: 'DuplicateEmailAddress' }],
    });
  }
}
