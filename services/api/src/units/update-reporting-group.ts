import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reportingGroupDescriptionChanged, reportingGroupRenamed } from '@plimsoll/contracts/units/unit-events';
import type { UpdateReportingGroupRequest } from '@plimsoll/contracts/units/unit-requests';
import type { LoadedState } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { reportingGroupDecider, groupName, type ActiveGroup, type ReportingGroup } from './reporting-group.ts';
import { aboutActive, renaming } from './unit.ts';

/** Changes what a group is called or for; the same again writes nothing. */
export function updateReportingGroup(
  { name, description }: UpdateReportingGroupRequest,
  group: ActiveGroup,
): EventOf<typeof reportingGroupRenamed | typeof reportingGroupDescriptionChanged>[] {
  const words = description === undefined ? group.description : description || null;
  return [
    ...(name === undefined || name === group.name ? [] : [{ type: 'ReportingGroupRenamed' as const, data: { name } }]),
    ...(words === group.description
      ? []
      : [{ type: 'ReportingGroupDescriptionChanged' as const, data: { description: words } }]),
  ];
}

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
