import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { aboutActive } from './unit.ts';
import { noUsage, UnitUsageReader } from './unit-usage.ts';
import { worksiteDecider, worksiteName } from './worksite.ts';
import { removeWorksite } from './remove-worksite.rule.ts';

/** Also refuses: WorksiteNotFound. */
export const RemoveWorksite = defineCommand({
  name: 'RemoveWorksite',
  needs: [UnitUsageReader],
  handle: (usageReader) => async (store, envelope, guid: string) => {
    let usage: Awaited<ReturnType<typeof usageReader.ofWorksite>> = noUsage;
    return execute(store, envelope, {
      prepare: async () => void (usage = await usageReader.ofWorksite(envelope.tenant, guid)),
      own: worksiteDecider.of(guid),
      decide: (known) =>
        aboutActive(
          known,
          'WorksiteNotFound',
          () => removeWorksite(usage),
          ({ name }) => ({ releases: [worksiteName(name).key], noReferencesAfter: usage.position }),
        ),
    });
  },
});
