import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { groupName } from './reporting-group.ts';
import { reportingGroupStream } from '@plimsoll/contracts/units/streams';
import { existence } from '../commands/decider.ts';
import { type NewReportingGroup, createReportingGroup } from './create-reporting-group.rule.ts';

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
