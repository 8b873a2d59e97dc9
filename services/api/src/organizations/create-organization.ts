import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { organizationCreated } from '@plimsoll/contracts/organizations/events';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';

export type NewOrganization = Omit<EventOf<typeof organizationCreated>['data'], 'organizationGuid'>;

/** Founds an organization: the envelope's tenant is its guid. Refuses: DuplicateGuid. */
export class CreateOrganization extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly words: NewOrganization) {
    super();
  }
}

export function createOrganization(organizationGuid: string, words: NewOrganization, isThere: boolean): Decision<EventOf<typeof organizationCreated>> {
  return isThere ? refuse('DuplicateGuid') : [{ type: 'OrganizationCreated', data: { organizationGuid, ...words } }];
}

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, words }: CreateOrganization): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: { kind: 'organization', guid: envelope.tenant }, initial: false, evolve: () => true, decide: (isThere) => createOrganization(envelope.tenant, words, isThere),
    });
  }
}
