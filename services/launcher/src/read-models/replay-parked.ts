import { projections } from '@plimsoll/projections/platform/projections';
import { ProjectionRunner } from '@plimsoll/projections/runner/follow/run-projections';
import type { Workplace } from '../workplace.ts';
import { withLog } from './with-log.ts';

/**
 * Retries parked events: of one generation, of one organization, or all.
 * @returns 1 if something stays parked.
 */
export const replayParked = (
  workplace: Workplace,
  { projection, organization }: { projection?: string; organization?: string },
): Promise<number> =>
  withLog(workplace, async ({ log, pool }) => {
    const runner = new ProjectionRunner({ projections, log, pool });
    const { replayed, stillParked } = await runner.replayParked({
      ...(projection && { projection }),
      ...(organization && { tenant: organization }),
    });
    for (const parked of stillParked)
      console.log(
        `still set aside: ${parked.projection}  ${parked.tenant}  ${parked.kind}:${parked.stream} from position ${parked.position}`,
      );
    console.log(`${replayed} streams are back, ${stillParked.length} stay aside`);
    return stillParked.length > 0 ? 1 : 0;
  });
