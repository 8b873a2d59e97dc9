import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reportingGroupCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';

export type NewReportingGroup = EventOf<typeof reportingGroupCreated>['data'];

/** Refuses: DuplicateGuid, DuplicateReportingGroupName (case-insensitive). */
export function createReportingGroup(
  group: NewReportingGroup,
  isThere: boolean,
): Decision<EventOf<typeof reportingGroupCreated>> {
  return isThere ? refuse('DuplicateGuid') : [{ type: 'ReportingGroupCreated', data: group }];
}
