import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import type { reportingGroupArchived } from '@plimsoll/contracts/units/unit-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { fieldError } from '../http/problem-of.ts';
import { reportingGroupDecider, groupName, noGroup, type ReportingGroup } from './reporting-group.ts';
import { aboutActive } from './unit.ts';
import { noUsage, UnitUsageNow, type GroupUsage } from './unit-usage.ts';

export interface ArchivingOfGroup {
  /** Whose its members and events are to be; null for nobody's. */
  readonly reassignToGuid: string | null;
  readonly usage: GroupUsage;
  /** What the target is by now; no group where none is named, and where it would be the group itself. */
  readonly target: ReportingGroup;
}

/**
 * Archives a group that is in use: from then on its guid means the target, wherever it stands or is sent, and no other event
 * follows. Refuses: MissingRelatedEntity, where it has members or events and no target; ReportingGroupNotFound, for the target.
 */
export function archiveReportingGroup({
  reassignToGuid,
  usage: { memberCount, eventCount },
  target,
}: ArchivingOfGroup): Decision<EventOf<typeof reportingGroupArchived>> {
  if (reassignToGuid === null && memberCount + eventCount > 0) {
    return refuse('MissingRelatedEntity', {
      fieldErrors: [fieldError('reassignToGuid', 'MissingRelatedEntity', reportTexts.reportingGroupMissing)],
    });
  }
  if (reassignToGuid !== null && target.state !== 'ACTIVE')
    return refuse('ReportingGroupNotFound', { fieldErrors: [fieldError('reassignToGuid', 'ReportingGroupNotFound')] });
  return [{ type: 'ReportingGroupArchived', data: { reassignedToGuid: reassignToGuid, memberCount, eventCount } }];
}

/** It relies on the target's stream: of two that are archived in favour of each other one is. Refuses besides: ReportingGroupNotFound. */
export const ArchiveReportingGroup = defineCommand({
  name: 'ArchiveReportingGroup',
  needs: [UnitUsageNow],
  handle: (now) => async (store, envelope, guid: string, reassignToGuid: string | null) => {
    let usage = noUsage;
    const isAnother = reassignToGuid !== null && reassignToGuid !== guid;
    return execute<ReportingGroup, readonly ReportingGroup[]>(store, envelope, {
      prepare: async () => void (usage = await now.ofGroup(envelope.tenant, guid)),
      own: reportingGroupDecider.of(guid),
      others: isAnother ? [reportingGroupDecider.of(reassignToGuid)] : [],
      decide: (known, target) => {
        const decided = aboutActive(
          known,
          'ReportingGroupNotFound',
          () => archiveReportingGroup({ reassignToGuid, usage, target: target?.state ?? noGroup }),
          ({ name }) => ({ releases: [groupName(name).key] }),
        );
        if ('refused' in decided) return decided;
        // With a target what comes in meanwhile is the target's; without one nothing may.
        if (reassignToGuid === null) return { ...decided, noReferencesAfter: usage.position };
        return target ? { ...decided, readDependencies: [target.stream] } : decided;
      },
    });
  },
});
