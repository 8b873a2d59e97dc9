import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { worksiteRemoved } from '@plimsoll/contracts/units/unit-events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { GroupUsage } from './unit-usage.ts';

/** Removes a worksite without events. Refuses: WorksiteWithEventsCannotBeRemoved. */
export function removeWorksite({
  eventCount,
}: Pick<GroupUsage, 'eventCount'>): Decision<EventOf<typeof worksiteRemoved>> {
  return eventCount > 0 ? refuse('WorksiteWithEventsCannotBeRemoved') : [{ type: 'WorksiteRemoved', data: {} }];
}
