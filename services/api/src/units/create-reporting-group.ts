import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reportingGroupCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { groupName } from './reporting-group.ts';

export type NewReportingGroup = EventOf<typeof reportingGroupCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateReportingGroupName (whatever the case). */
export function createReportingGroup(
  group: NewReportingGroup,
  isThere: boolean,
): Decision<EventOf<typeof reportingGroupCreated>> {
  return isThere ? refuse('DuplicateGuid') : [{ type: 'ReportingGroupCreated', data: group }];
}

export const CreateReportingGroup = useCase('CreateReportingGroup', (_, group: NewReportingGroup) =>
  ofOneStream({
    stream: { kind: 'reporting-group', guid: group.reportingGroupGuid },
    initial: false,
    evolve: () => true,
    decide: (isThere) => createReportingGroup(group, isThere),
    reservations: [groupName(group.name)],
  }),
);
