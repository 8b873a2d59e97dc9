import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { customerConfigChanged } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { evolveSwitches, notFounded, organizationStream, type Switches } from './organization-switches.ts';

export type CustomerConfigChange = EventOf<typeof customerConfigChanged>['data'];

/** Switches a feature on or off. Refuses: OrganizationNotFound. The same again writes nothing. */
export function changeCustomerConfig(change: CustomerConfigChange, switches: Switches): Decision<EventOf<typeof customerConfigChanged>> {
  if (!switches) return refuse('OrganizationNotFound');
  return switches.customerConfig[change.code] === change.isEnabled ? [] : [{ type: 'CustomerConfigChanged', data: change }];
}

export const ChangeCustomerConfig = useCase('ChangeCustomerConfig', ({ tenant }, change: CustomerConfigChange) => ofOneStream({
  stream: organizationStream(tenant), initial: notFounded, evolve: evolveSwitches, decide: (switches) => changeCustomerConfig(change, switches),
}));
