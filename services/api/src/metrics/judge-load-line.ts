import type { LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import { execute, singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { loadLineDecider, type Judged } from './load-line.ts';
import { LoadLineFacts } from './load-line-facts.ts';
import { judgeLoadLine } from './judge-load-line.rule.ts';

export const JudgeLoadLine = defineCommand({
  name: 'JudgeLoadLine',
  needs: [LoadLineFacts],
  handle: (facts) => (store, envelope, metric: LoadLineMetric) => {
    let judged: Judged;
    return execute(
      store,
      envelope,
      singleStream({
        own: loadLineDecider.of(envelope.tenant, metric),
        prepare: async () => void (judged = await facts.of(envelope.tenant, metric, envelope.receivedAt)),
        decide: (line) => judgeLoadLine(metric, judged, line, envelope.newGuid),
      }),
    );
  },
});
