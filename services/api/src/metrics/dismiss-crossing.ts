import type { LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { loadLineDecider } from './load-line.ts';
import { dismissCrossing } from './dismiss-crossing.rule.ts';

/** @param metric whose line was crossed; null for an unknown notification. */
export const DismissCrossing = defineCommand({
  name: 'DismissCrossing',
  useCase: ({ tenant }, notificationGuid: string, metric: LoadLineMetric | null) =>
    singleStream({
      own: loadLineDecider.of(tenant, metric ?? 'TRIF'),
      decide: (line) => dismissCrossing(metric, notificationGuid, line),
    }),
});
