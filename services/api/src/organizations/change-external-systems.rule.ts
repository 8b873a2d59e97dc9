import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { externalSystemsChanged } from '@plimsoll/contracts/organizations/events';
import type { ExternalSystem } from '@plimsoll/contracts/organizations/organization-fields';
import type { Decision } from '../commands/decision.ts';
import type { Organization } from './organization.ts';

/** Sets the list of external systems, replacing the previous one. An equal list writes nothing. */
export function changeExternalSystems(
  { externalSystems }: Pick<Organization, 'externalSystems'>,
  systems: ExternalSystem[],
): Decision<EventOf<typeof externalSystemsChanged>> {
  return isDeepStrictEqual(externalSystems, systems) ? [] : [{ type: 'ExternalSystemsChanged', data: { systems } }];
}
