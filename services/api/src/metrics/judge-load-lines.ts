import { loadLineMetrics } from '@plimsoll/contracts/metrics/events';
import type { CarryOutFollowUp } from '../commands/follow-up.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { JudgeLoadLine } from './judge-load-line.ts';

/**
 * Maximum rounds per metric: concurrent writes may change the figures. After that, the jobs of those writes judge the
 * line.
 */
const MAX_ROUNDS = 5;

/**
 * Process manager step: judges the load lines after a case, figure, limit or month changed a rate. After a write it
 * judges again, since the facts may have changed meanwhile.
 */
export const judgeLoadLines: CarryOutFollowUp<'JUDGE_LOAD_LINES'> = async (
  { id, ids: { organization: tenant } },
  { commands },
) => {
  const outcomes: Outcome[] = [];
  for (const metric of loadLineMetrics) {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const outcome = await commands.execute(
        new JudgeLoadLine(systemEnvelope({ tenant, name: `follow-up ${id} ${metric} ${round}` }), metric),
      );
      outcomes.push(outcome);
      if (!isExecuted(outcome) || !outcome.changed) break;
    }
  }
  return outcomes;
};
