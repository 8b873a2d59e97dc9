import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { worksiteCreated } from '@plimsoll/contracts/organizations/events';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';

export type NewWorksite = EventOf<typeof worksiteCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateWorksiteName (whatever the case), MalformedRegion. */
export function createWorksite(worksite: NewWorksite, isThere: boolean): Decision<EventOf<typeof worksiteCreated>> {
  if (isThere) return refuse('DuplicateGuid');
  if (worksite.regionGuid !== null && !regionOf(worksite.regionGuid)) return refuse('MalformedRegion');
  return [{ type: 'WorksiteCreated', data: worksite }];
}

export const CreateWorksite = useCase('CreateWorksite', (_, worksite: NewWorksite) => ofOneStream({
  stream: { kind: 'worksite', guid: worksite.worksiteGuid },
  initial: false,
  evolve: () => true,
  decide: (isThere) => createWorksite(worksite, isThere),
  reservations: [{ key: `worksite:${worksite.name.trim().toLowerCase()}`, taken: 'DuplicateWorksiteName' }],
}));
