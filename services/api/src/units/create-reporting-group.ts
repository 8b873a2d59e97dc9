import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reportingGroupCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { groupName } from './reporting-group.ts';
import { reportingGroupStream } from '@plimsoll/contracts/units/streams';
import { existence } from '../commands/decider.ts';

export type NewReportingGroup = EventOf<typeof reportingGroupCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateReportingGroupName (whatever the case). */
export function createReportingGroup(
  group: NewReportingGroup,
  isThere: boolean,
): Decision<EventOf<typeof reportingGroupCreated>> {
  return isThere ? refuse('DuplicateGuid') : [{ type: 'ReportingGroupCreated', data: group }];
}

export const groupExistence = existence(reportingGroupStream);

export const CreateReportingGroup = defineCommand({
  name: 'CreateReportingGroup',
  useCase: (_, group: NewReportingGroup) =>
    singleStream({
      own: groupExistence.of(group.reportingGroupGuid),
      decide: (isThere) => createReportingGroup(group, isThere),
      reservations: [groupName(group.name)],
    }),
});
