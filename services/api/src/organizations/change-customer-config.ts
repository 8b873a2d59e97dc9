import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { customerConfigChanged } from '@plimsoll/contracts/organizations/events';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';
import { evolveSwitches, type Switches } from './organization-switches.ts';

export type CustomerConfigChange = EventOf<typeof customerConfigChanged>['data'];

/** Switches a feature on or off. Refuses: OrganizationNotFound. The same again writes nothing. */
export class ChangeCustomerConfig extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly words: CustomerConfigChange) {
    super();
  }
}

export function changeCustomerConfig(words: CustomerConfigChange, switches: Switches): Decision<EventOf<typeof customerConfigChanged>> {
  if (!switches) return refuse('OrganizationNotFound');
  return switches.customerConfig[words.code] === words.isEnabled ? [] : [{ type: 'CustomerConfigChanged', data: words }];
}

@CommandHandler(ChangeCustomerConfig)
export class ChangeCustomerConfigHandler implements ICommandHandler<ChangeCustomerConfig> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, words }: ChangeCustomerConfig): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: { kind: 'organization', guid: envelope.tenant }, initial: null as Switches, evolve: evolveSwitches, decide: (switches) => changeCustomerConfig(words, switches),
    });
  }
}
