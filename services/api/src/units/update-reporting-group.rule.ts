import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reportingGroupDescriptionChanged, reportingGroupRenamed } from '@plimsoll/contracts/units/unit-events';
import type { UpdateReportingGroupRequest } from '@plimsoll/contracts/units/unit-requests';
import type { ActiveGroup } from './reporting-group.ts';

/** Changes a group's name or description; equal values write nothing. */
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
