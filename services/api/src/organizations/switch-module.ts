import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { organizationModuleSwitched } from '@plimsoll/contracts/organizations/events';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';
import { evolveSwitches, type Switches } from './organization-switches.ts';

export type ModuleSwitch = EventOf<typeof organizationModuleSwitched>['data'];

/** Switches a module on or off. Refuses: OrganizationNotFound. The same again writes nothing. */
export class SwitchModule extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly words: ModuleSwitch) {
    super();
  }
}

export function switchModule(words: ModuleSwitch, switches: Switches): Decision<EventOf<typeof organizationModuleSwitched>> {
  if (!switches) return refuse('OrganizationNotFound');
  return switches.modules.has(words.module) === words.isEnabled ? [] : [{ type: 'OrganizationModuleSwitched', data: words }];
}

@CommandHandler(SwitchModule)
export class SwitchModuleHandler implements ICommandHandler<SwitchModule> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, words }: SwitchModule): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: { kind: 'organization', guid: envelope.tenant }, initial: null as Switches, evolve: evolveSwitches, decide: (switches) => switchModule(words, switches),
    });
  }
}
