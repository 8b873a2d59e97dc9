import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { reportingGroupCreated } from '@plimsoll/contracts/organizations/events';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';

export type NewReportingGroup = EventOf<typeof reportingGroupCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateReportingGroupName (whatever the case). */
export class CreateReportingGroup extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly words: NewReportingGroup) {
    super();
  }
}

export function createReportingGroup(words: NewReportingGroup, isThere: boolean): Decision<EventOf<typeof reportingGroupCreated>> {
  return isThere ? refuse('DuplicateGuid') : [{ type: 'ReportingGroupCreated', data: words }];
}

@CommandHandler(CreateReportingGroup)
export class CreateReportingGroupHandler implements ICommandHandler<CreateReportingGroup> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, words }: CreateReportingGroup): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: { kind: 'reporting-group', guid: words.reportingGroupGuid },
      initial: false,
      evolve: () => true,
      decide: (isThere) => createReportingGroup(words, isThere),
      reservations: [{ key: `reporting-group:${words.name.trim().toLowerCase()}`, taken: 'DuplicateReportingGroupName' }],
    });
  }
}
