import type { Worksite } from '@plimsoll/contracts/organizations/answers';

/** What of worksites or groups a list is narrowed by: those in use, archived ones that still have events, and what is chosen already. */
export const offered = <Unit extends Pick<Worksite, 'guid' | 'name' | 'status' | 'eventCount'>>(
  units: readonly Unit[],
  chosen: readonly string[] = [],
): readonly Unit[] =>
  units
    .filter(({ guid, status, eventCount }) => status === 'ACTIVE' || eventCount > 0 || chosen.includes(guid))
    .map((unit) => (unit.status === 'ACTIVE' ? unit : { ...unit, name: `${unit.name} (archived)` }));
