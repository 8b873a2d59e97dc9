import type { UpdateReportingGroupRequest } from '@plimsoll/contracts/units/unit-requests';
import type { LoadedState } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { reportingGroupDecider, groupName, type ActiveGroup, type ReportingGroup } from './reporting-group.ts';
import { aboutActive, renaming } from './unit.ts';
import { updateReportingGroup } from './update-reporting-group.rule.ts';

/** Refuses: ReportingGroupNotFound, DuplicateReportingGroupName. */
export const UpdateReportingGroup = defineCommand({
  name: 'UpdateReportingGroup',
  useCase: (_, guid: string, changes: UpdateReportingGroupRequest) => ({
    own: reportingGroupDecider.of(guid),
    decide: (known: LoadedState<ReportingGroup>) =>
      aboutActive<ActiveGroup>(
        known,
        'ReportingGroupNotFound',
        (group) => updateReportingGroup(changes, group),
        ({ name }) => renaming(name, changes.name, groupName),
      ),
  }),
});
