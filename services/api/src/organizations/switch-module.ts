import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { organizationModuleSwitched } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { evolveSwitches, notFounded, organizationStream, type Switches } from './organization-switches.ts';

export type ModuleSwitch = EventOf<typeof organizationModuleSwitched>['data'];

/** Switches a module on or off. Refuses: OrganizationNotFound. The same again writes nothing. */
export function switchModule(change: ModuleSwitch, switches: Switches): Decision<EventOf<typeof organizationModuleSwitched>> {
  if (!switches) return refuse('OrganizationNotFound');
  return switches.modules.has(change.module) === change.isEnabled ? [] : [{ type: 'OrganizationModuleSwitched', data: change }];
}

export const SwitchModule = useCase('SwitchModule', ({ tenant }, change: ModuleSwitch) => ofOneStream({
  stream: organizationStream(tenant), initial: notFounded, evolve: evolveSwitches, decide: (switches) => switchModule(change, switches),
}));
