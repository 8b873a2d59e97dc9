import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { loadLineDismissed, LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { LoadLine } from './load-line.ts';

/** Has a crossing told no more, to any of the admins. Again, or once the line is armed anew, it changes nothing. Refuses what is no crossing of this line (RecordNotFound). */
export function dismissCrossing(
  metric: LoadLineMetric | null,
  notificationGuid: string,
  line: LoadLine,
): Decision<EventOf<typeof loadLineDismissed>> {
  if (metric === null) return refuse('RecordNotFound');
  if (line.state === 'ARMED' || line.isDismissed || line.notificationGuid !== notificationGuid) return [];
  return [{ type: 'LoadLineDismissed', data: { metric, notificationGuid } }];
}
