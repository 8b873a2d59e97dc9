import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { locationRemoved } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { Organization } from '../organization.ts';

/** Removes a region that an organization no longer operates in; the oldest that is left is its primary one. Refuses: NoIndustryAssociation. */
export function removeLocation(
  { locations }: Pick<Organization, 'locations'>,
  regionGuid: string,
): Decision<EventOf<typeof locationRemoved>> {
  return locations.has(regionGuid)
    ? [{ type: 'LocationRemoved', data: { regionGuid } }]
    : refuse('NoIndustryAssociation');
}
