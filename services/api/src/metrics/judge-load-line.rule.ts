import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { loadLineCrossed, LoadLineMetric, loadLineRearmed } from '@plimsoll/contracts/metrics/events';
import type { Decision } from '../commands/decision.ts';
import type { Judged, LoadLine } from './load-line.ts';

type Judgement = EventOf<typeof loadLineCrossed | typeof loadLineRearmed>;

/**
 * Judges a load line by the last closed month: above the limit it is crossed, once, until it is at or below it, or has no
 * limit; equal is not above. A provisional figure tells nothing.
 */
export function judgeLoadLine(
  metric: LoadLineMetric,
  { month, figure, isProvisional, limit }: Judged,
  line: LoadLine,
  newGuid: () => string,
): Decision<Judgement> {
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
