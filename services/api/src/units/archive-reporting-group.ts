import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { reportingGroupDecider, groupName, noGroup, type ReportingGroup } from './reporting-group.ts';
import { aboutActive } from './unit.ts';
import { noUsage, UnitUsageNow } from './unit-usage.ts';
import { archiveReportingGroup } from './archive-reporting-group.rule.ts';

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
