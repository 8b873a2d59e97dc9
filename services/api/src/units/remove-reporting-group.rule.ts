import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reportingGroupRemoved } from '@plimsoll/contracts/units/unit-events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { GroupUsage } from './unit-usage.ts';

/** Removes a group without members and events. Refuses: ReportingGroupWithEventsOrMembersCannotBeRemoved. */
export function removeReportingGroup({
  memberCount,
  eventCount,
}: GroupUsage): Decision<EventOf<typeof reportingGroupRemoved>> {
  return memberCount + eventCount > 0
    ? refuse('ReportingGroupWithEventsOrMembersCannotBeRemoved')
    : [{ type: 'ReportingGroupRemoved', data: {} }];
}
