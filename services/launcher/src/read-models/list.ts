import { parkedStatus, projectionStatus } from '@plimsoll/projections/runner/follow/projection-status';
import type { Workplace } from '../workplace.ts';
import { withLog } from './with-log.ts';

/**
 * Prints a line for each generation: whether it is active, its lag, its parked events, and whether it halted.
 * @returns 1 if one did.
 */
export const listProjections = (workplace: Workplace): Promise<number> =>
  withLog(workplace, async ({ log, pool }) => {
    const sets = await projectionStatus(pool, log);
    const width = Math.max(0, ...sets.map(({ projection }) => projection.length));
    for (const { projection, answers, tenants, behind, lag, parked, halted } of sets) {
      const progress = `${lag} events behind in ${behind} of ${tenants} organizations`;
      console.log(
        `${projection.padEnd(width)}  ${answers ? 'answers' : 'beside '}  ${progress}  ${parked} set aside${halted ? `  HALTED since ${halted.since.toISOString()}: ${halted.reason}` : ''}`,
      );
    }
    for (const { projection, tenant, kind, stream, position, events, attempts, type, reason } of await parkedStatus(
      pool,
    )) {
      console.log(
        `set aside: ${projection}  ${tenant}  ${kind}:${stream} from position ${position} (${events} events, ${attempts} attempts): ${type}: ${reason}`,
      );
    }
    return sets.some(({ halted }) => halted) ? 1 : 0;
  });
