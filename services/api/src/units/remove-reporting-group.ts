import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reportingGroupRemoved } from '@plimsoll/contracts/units/unit-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { reportingGroupDecider, groupName } from './reporting-group.ts';
import { aboutActive } from './unit.ts';
import { noUsage, UnitUsageNow, type GroupUsage } from './unit-usage.ts';

/** Removes a group that nothing hangs on. Refuses: ReportingGroupWithEventsOrMembersCannotBeRemoved. */
export function removeReportingGroup({
  memberCount,
  eventCount,
}: GroupUsage): Decision<EventOf<typeof reportingGroupRemoved>> {
  return memberCount + eventCount > 0
    ? refuse('ReportingGroupWithEventsOrMembersCannotBeRemoved')
    : [{ type: 'ReportingGroupRemoved', data: {} }];
}

/** Refuses besides: ReportingGroupNotFound. */
export const RemoveReportingGroup = defineCommand({
  name: 'RemoveReportingGroup',
  needs: [UnitUsageNow],
  handle: (now) => async (store, envelope, guid: string) => {
    let usage = noUsage;
    return execute(store, envelope, {
      prepare: async () => void (usage = await now.ofGroup(envelope.tenant, guid)),
      own: reportingGroupDecider.of(guid),
      decide: (known) =>
        aboutActive(
          known,
          'ReportingGroupNotFound',
          () => removeReportingGroup(usage),
          ({ name }) => ({ releases: [groupName(name).key], noReferencesAfter: usage.position }),
        ),
    });
  },
});
