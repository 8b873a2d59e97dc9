import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { loadLineCrossed, LoadLineMetric, loadLineRearmed } from '@plimsoll/contracts/metrics/events';
import type { Decision } from '../commands/decision.ts';
import type { Judged, LoadLine } from './load-line.ts';

type LoadLineEvent = EventOf<typeof loadLineCrossed | typeof loadLineRearmed>;

/**
 * Compares the last closed month with the limit. Above it the line is crossed, once, until the figure is at or below
 * the limit, or there is none. A provisional figure changes nothing.
 */
export function judgeLoadLine(
  metric: LoadLineMetric,
  { month, figure, isProvisional, limit }: Judged,
  line: LoadLine,
  newGuid: () => string,
): Decision<LoadLineEvent> {
  const isKnown = month !== null && figure !== null && !isProvisional;
  if (line.state === 'ARMED') {
    return isKnown && limit !== null && figure > limit
      ? [{ type: 'LoadLineCrossed', data: { metric, month, figure, limit, notificationGuid: newGuid() } }]
      : [];
  }
  const isBack = limit === null || (isKnown && figure <= limit);
  return isBack
    ? [
        {
          type: 'LoadLineRearmed',
          data: {
            metric,
            notificationGuid: line.notificationGuid,
            month,
            figure: isProvisional ? null : figure,
            limit,
          },
        },
      ]
    : [];
}
