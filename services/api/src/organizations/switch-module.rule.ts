import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationModuleSwitched } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../commands/decision.ts';
import type { Switches } from './organization.ts';

export type ModuleSwitch = EventOf<typeof organizationModuleSwitched>['data'];

/** Switches a module on or off. No effect if it already is. */
export function switchModule(
  { modules }: Pick<Switches, 'modules'>,
  change: ModuleSwitch,
): Decision<EventOf<typeof organizationModuleSwitched>> {
  return modules.has(change.module) === change.isEnabled ? [] : [{ type: 'OrganizationModuleSwitched', data: change }];
}
