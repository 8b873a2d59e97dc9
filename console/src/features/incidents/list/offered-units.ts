import type { Worksite } from '@plimsoll/contracts/organizations/answers';

/** Worksites or groups to offer as a filter: active ones, archived ones with incidents, and chosen ones. */
export const offered = <Unit extends Pick<Worksite, 'guid' | 'name' | 'status' | 'eventCount'>>(
  units: readonly Unit[],
  chosen: readonly string[] = [],
): readonly Unit[] =>
  units
    .filter(({ guid, status, eventCount }) => status === 'ACTIVE' || eventCount > 0 || chosen.includes(guid))
    .map((unit) => (unit.status === 'ACTIVE' ? unit : { ...unit, name: `${unit.name} (archived)` }));
