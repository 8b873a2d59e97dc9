import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { worksiteRemoved } from '@plimsoll/contracts/units/unit-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { aboutActive } from './unit.ts';
import { noUsage, UnitUsageNow, type GroupUsage } from './unit-usage.ts';
import { worksiteDecider, worksiteName } from './worksite.ts';

/** Removes a worksite without events. Refuses: WorksiteWithEventsCannotBeRemoved. */
export function removeWorksite({
  eventCount,
}: Pick<GroupUsage, 'eventCount'>): Decision<EventOf<typeof worksiteRemoved>> {
  return eventCount > 0 ? refuse('WorksiteWithEventsCannotBeRemoved') : [{ type: 'WorksiteRemoved', data: {} }];
}

/** Refuses besides: WorksiteNotFound. */
export const RemoveWorksite = defineCommand({
  name: 'RemoveWorksite',
  needs: [UnitUsageNow],
  handle: (now) => async (store, envelope, guid: string) => {
    let usage: Awaited<ReturnType<typeof now.ofWorksite>> = noUsage;
    return execute(store, envelope, {
      prepare: async () => void (usage = await now.ofWorksite(envelope.tenant, guid)),
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
