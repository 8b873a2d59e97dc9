import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { loadLineDismissed, LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { loadLineDecider, type LoadLine } from './load-line.ts';

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

/** @param metric whose line was crossed; null where nothing of this guid is known. */
export const DismissCrossing = defineCommand({
  name: 'DismissCrossing',
  useCase: ({ tenant }, notificationGuid: string, metric: LoadLineMetric | null) =>
    singleStream({
      own: loadLineDecider.of(tenant, metric ?? 'TRIF'),
      decide: (line) => dismissCrossing(metric, notificationGuid, line),
    }),
});
