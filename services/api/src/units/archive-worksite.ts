import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { aboutActive } from './unit.ts';
import { UnitUsageReader } from './unit-usage.ts';
import { worksiteDecider, worksiteName } from './worksite.ts';

/** Archives a worksite: it is no longer offered, and its events keep it. Refuses: WorksiteNotFound. */
export const ArchiveWorksite = defineCommand({
  name: 'ArchiveWorksite',
  needs: [UnitUsageReader],
  handle: (usageReader) => async (store, envelope, guid: string) => {
    const { eventCount } = await usageReader.ofWorksite(envelope.tenant, guid);
    return execute(store, envelope, {
      own: worksiteDecider.of(guid),
      decide: (known) =>
        aboutActive(
          known,
          'WorksiteNotFound',
          () => [{ type: 'WorksiteArchived', data: { eventCount } }],
          ({ name }) => ({ releases: [worksiteName(name).key] }),
        ),
    });
  },
});
