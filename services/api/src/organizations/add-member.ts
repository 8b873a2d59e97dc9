import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { memberJoined } from '@plimsoll/contracts/organizations/events';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';
import { evolveMember, memberStream, stranger, type Joined, type MemberState } from './member.ts';

/** Makes a person a member. Refuses: DuplicateMembership. Somebody who was removed may join again. */
export class AddMember extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly words: Joined) {
    super();
  }
}

export function addMember(words: Joined, member: MemberState): Decision<EventOf<typeof memberJoined>> {
  return member.state === 'MEMBER' ? refuse('DuplicateMembership') : [{ type: 'MemberJoined', data: words }];
}

@CommandHandler(AddMember)
export class AddMemberHandler implements ICommandHandler<AddMember> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, words }: AddMember): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: memberStream(envelope.tenant, words.userGuid), initial: stranger, evolve: evolveMember, decide: (member) => addMember(words, member),
    });
  }
}
