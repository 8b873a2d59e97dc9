import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { locationChanged } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { Location } from './add-location.rule.ts';
import { areSame, unknownIndustries } from './known-industries.ts';
import type { Organization } from '../organization.ts';

/**
 * Changes the industries of a region in which an organization operates. The same set in any order writes nothing.
 * Refuses: IndustryNotFound, NoIndustryAssociation, DuplicateIndustryAssociation.
 */
export function changeLocation(
  { locations }: Pick<Organization, 'locations'>,
  location: Location,
): Decision<EventOf<typeof locationChanged>> {
  const before = locations.get(location.regionGuid);
  const unknown = unknownIndustries(location.industryGuids);
  // Unknown industries are reported before duplicate ones.
  if (unknown?.refused === 'IndustryNotFound') return unknown;
  if (!before) return refuse('NoIndustryAssociation');
  if (unknown) return unknown;
  return areSame(before, location.industryGuids) ? [] : [{ type: 'LocationChanged', data: location }];
}
