import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { worksiteCreated } from '@plimsoll/contracts/organizations/events';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';

export type NewWorksite = EventOf<typeof worksiteCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateWorksiteName (whatever the case), MalformedRegion. */
export class CreateWorksite extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly words: NewWorksite) {
    super();
  }
}

export function createWorksite(words: NewWorksite, isThere: boolean): Decision<EventOf<typeof worksiteCreated>> {
  if (isThere) return refuse('DuplicateGuid');
  if (words.regionGuid !== null && !regionOf(words.regionGuid)) return refuse('MalformedRegion');
  return [{ type: 'WorksiteCreated', data: words }];
}

@CommandHandler(CreateWorksite)
export class CreateWorksiteHandler implements ICommandHandler<CreateWorksite> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, words }: CreateWorksite): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: { kind: 'worksite', guid: words.worksiteGuid },
      initial: false,
      evolve: () => true,
      decide: (isThere) => createWorksite(words, isThere),
      reservations: [{ key: `worksite:${words.name.trim().toLowerCase()}`, taken: 'DuplicateWorksiteName' }],
    });
  }
}
