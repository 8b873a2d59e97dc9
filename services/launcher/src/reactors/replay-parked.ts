import { listParkedReactions, replayParkedReactions } from '@plimsoll/reactors/runner/replay-parked';
import { Jobs } from '@plimsoll/reactors/jobs/open-jobs';
import { reactors } from '@plimsoll/reactors/all-contexts';
import { commandQueue, everyQueue } from '@plimsoll/reactors/jobs/queues';
import { withLog } from '../read-models/with-log.ts';
import type { Workplace } from '../workplace.ts';

/**
 * Retries the parked events of reactors, and failed commands.
 * @returns 1 if something stays parked.
 */
export const replayParkedOfReactors = (workplace: Workplace): Promise<number> =>
  withLog(workplace, async ({ log, pool }) => {
    const jobs = await Jobs.open({ pool, queues: everyQueue() });
    try {
      const before = await listParkedReactions(pool);
      await replayParkedReactions(pool, { reactors, log, enqueue: jobs.enqueue });
      const still = await listParkedReactions(pool);
      for (const parked of still)
        console.log(
          `still set aside: ${parked.reactor}  ${parked.tenant}  ${parked.kind}:${parked.stream} from position ${parked.position}`,
        );
      const failed = (await jobs.failed()).filter(({ queue }) => queue === commandQueue.name);
      await jobs.retry(failed);
      if (failed.length > 0) console.log(`${failed.length} commands are tried again`);
      console.log(`${before.length - still.length} streams are back, ${still.length} stay aside`);
      return still.length > 0 ? 1 : 0;
    } finally {
      await jobs.stop();
    }
  });
