import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { worksiteCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { regionUnknown, worksiteName } from './worksite.ts';
import { worksiteStream } from '@plimsoll/contracts/units/streams';
import { existence } from '../commands/decider.ts';

export type NewWorksite = EventOf<typeof worksiteCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateWorksiteName (whatever the case), RegionNotFound. */
export function createWorksite(worksite: NewWorksite, isThere: boolean): Decision<EventOf<typeof worksiteCreated>> {
  if (isThere) return refuse('DuplicateGuid');
  return regionUnknown(worksite.regionGuid) ?? [{ type: 'WorksiteCreated', data: worksite }];
}

export const worksiteExistence = existence(worksiteStream);

export const CreateWorksite = defineCommand({
  name: 'CreateWorksite',
  useCase: (_, worksite: NewWorksite) =>
    singleStream({
      own: worksiteExistence.of(worksite.worksiteGuid),
      decide: (isThere) => createWorksite(worksite, isThere),
      reservations: [worksiteName(worksite.name)],
    }),
});
