import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { reportingGroupDecider, groupName } from './reporting-group.ts';
import { aboutActive } from './unit.ts';
import { noUsage, UnitUsageReader } from './unit-usage.ts';
import { removeReportingGroup } from './remove-reporting-group.rule.ts';

/** Also refuses: ReportingGroupNotFound. */
export const RemoveReportingGroup = defineCommand({
  name: 'RemoveReportingGroup',
  needs: [UnitUsageReader],
  handle: (usageReader) => async (store, envelope, guid: string) => {
    let usage = noUsage;
    return execute(store, envelope, {
      prepare: async () => void (usage = await usageReader.ofGroup(envelope.tenant, guid)),
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
