import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { customerConfigChanged } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../commands/decision.ts';
import type { Switches } from './organization.ts';

export type CustomerConfigChange = EventOf<typeof customerConfigChanged>['data'];

/** Switches a feature on or off. No effect if it already is. */
export function changeCustomerConfig(
  { customerConfig }: Pick<Switches, 'customerConfig'>,
  change: CustomerConfigChange,
): Decision<EventOf<typeof customerConfigChanged>> {
  return customerConfig[change.code] === change.isEnabled ? [] : [{ type: 'CustomerConfigChanged', data: change }];
}
