import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { worksiteCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { regionUnknown } from './worksite.ts';

export type NewWorksite = EventOf<typeof worksiteCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateWorksiteName (case-insensitive), RegionNotFound. */
export function createWorksite(worksite: NewWorksite, isThere: boolean): Decision<EventOf<typeof worksiteCreated>> {
  if (isThere) return refuse('DuplicateGuid');
  return regionUnknown(worksite.regionGuid) ?? [{ type: 'WorksiteCreated', data: worksite }];
}
