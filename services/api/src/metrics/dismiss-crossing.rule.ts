import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { loadLineDismissed, LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { LoadLine } from './load-line.ts';

/**
 * Dismisses the notification of a crossing for all admins. No effect if it is dismissed already or the line is armed
 * again. Refuses: RecordNotFound for a notification that is no crossing.
 */
export function dismissCrossing(
  metric: LoadLineMetric | null,
  notificationGuid: string,
  line: LoadLine,
): Decision<EventOf<typeof loadLineDismissed>> {
  if (metric === null) return refuse('RecordNotFound');
  if (line.state === 'ARMED' || line.isDismissed || line.notificationGuid !== notificationGuid) return [];
  return [{ type: 'LoadLineDismissed', data: { metric, notificationGuid } }];
}
