import { loadLineMetrics } from '@plimsoll/contracts/metrics/events';
import type { CarryOutFollowUp } from '../commands/follow-up.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { JudgeLoadLine } from './judge-load-line.ts';

/** While others write at once a line may have to be judged again; more often than this it is left to the jobs of what they wrote. */
const MAX_ROUNDS = 5;

/** What follows when a case, a figure, a limit or a month has changed a rate. Whoever has written judges once more: what they wrote may rest on what was so a moment before. */
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
