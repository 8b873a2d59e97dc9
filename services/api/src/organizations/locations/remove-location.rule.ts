import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { locationRemoved } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { Organization } from '../organization.ts';

/** Removes a region; the oldest remaining one becomes the primary region. Refuses: NoIndustryAssociation. */
export function removeLocation(
  { locations }: Pick<Organization, 'locations'>,
  regionGuid: string,
): Decision<EventOf<typeof locationRemoved>> {
  return locations.has(regionGuid)
    ? [{ type: 'LocationRemoved', data: { regionGuid } }]
    : refuse('NoIndustryAssociation');
}
