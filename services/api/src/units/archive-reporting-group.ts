import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { reportingGroupDecider, groupName, noGroup, type ReportingGroup } from './reporting-group.ts';
import { aboutActive } from './unit.ts';
import { noUsage, UnitUsageReader } from './unit-usage.ts';
import { archiveReportingGroup } from './archive-reporting-group.rule.ts';

/**
 * Archives a reporting group. The target's stream is a read dependency, so that two groups cannot be archived into each
 * other. Also refuses: ReportingGroupNotFound.
 */
export const ArchiveReportingGroup = defineCommand({
  name: 'ArchiveReportingGroup',
  needs: [UnitUsageReader],
  handle: (usageReader) => async (store, envelope, guid: string, reassignToGuid: string | null) => {
    let usage = noUsage;
    const isAnother = reassignToGuid !== null && reassignToGuid !== guid;
    return execute<ReportingGroup, readonly ReportingGroup[]>(store, envelope, {
      prepare: async () => void (usage = await usageReader.ofGroup(envelope.tenant, guid)),
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
        // With a target, later references resolve to the target; without one there must be none.
        if (reassignToGuid === null) return { ...decided, noReferencesAfter: usage.position };
        return target ? { ...decided, readDependencies: [target.stream] } : decided;
      },
    });
  },
});
