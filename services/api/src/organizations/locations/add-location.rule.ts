import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { locationAdded } from '@plimsoll/contracts/organizations/events';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { refuse, type Decision } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { unknownIndustries } from './known-industries.ts';
import type { Organization } from '../organization.ts';

export type Location = EventOf<typeof locationAdded>['data'];

/**
 * Adds a region in which an organization operates. Refuses: RegionNotFound, IndustryNotFound,
 * DuplicateIndustryAssociation.
 */
export function addLocation(
  { locations }: Pick<Organization, 'locations'>,
  location: Location,
): Decision<EventOf<typeof locationAdded>> {
  if (!regionOf(location.regionGuid))
    return refuse('RegionNotFound', { fieldErrors: [fieldError('regionGuid', 'RegionNotFound')] });
  const unknown = unknownIndustries(location.industryGuids);
  if (unknown) return unknown;
  if (locations.has(location.regionGuid))
    return refuse('DuplicateIndustryAssociation', {
      fieldErrors: [fieldError('regionGuid', 'DuplicateIndustryAssociation')],
    });
  return [{ type: 'LocationAdded', data: location }];
}
