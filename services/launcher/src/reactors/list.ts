import { reactorStatus } from '@plimsoll/reactors/runner/reactor-status';
import { listParkedReactions } from '@plimsoll/reactors/runner/replay-parked';
import { Jobs } from '@plimsoll/reactors/jobs/open-jobs';
import { commandQueue } from '@plimsoll/reactors/jobs/queues';
import { withLog } from '../read-models/with-log.ts';
import type { Workplace } from '../workplace.ts';

/**
 * Prints a line for each reactor: since when it exists, its lag, and its parked events with reasons; and commands that
 * have failed.
 */
export const listReactors = (workplace: Workplace): Promise<number> =>
  withLog(workplace, async ({ log, pool }) => {
    for (const { reactor, beganAt, lag, behind, tenants, parked } of await reactorStatus(pool, log)) {
      console.log(
        `${reactor}  since ${beganAt.toISOString()}  ${lag} events behind in ${behind} of ${tenants} organizations  ${parked} set aside`,
      );
    }
    for (const { reactor, tenant, kind, stream, position, events, attempts, reason } of await listParkedReactions(
      pool,
    )) {
      console.log(
        `set aside: ${reactor}  ${tenant}  ${kind}:${stream} from position ${position} (${events} events, ${attempts} attempts): ${reason}`,
      );
    }
    const jobs = await Jobs.open({ pool, queues: [commandQueue] });
    try {
      for (const { kind, ids, failedAt, reason } of await jobs.failed()) {
        console.log(
          `not carried out: ${kind}  ${Object.entries(ids)
            .map(([name, value]) => `${name} ${value}`)
            .join(', ')}  tried until ${failedAt.toISOString()}: ${reason}`,
        );
      }
    } finally {
      await jobs.stop();
    }
    return 0;
  });
