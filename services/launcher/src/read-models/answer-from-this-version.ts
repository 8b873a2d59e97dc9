import { projections } from '@plimsoll/projections/platform/projections';
import { fillNewVersions } from '@plimsoll/projections/runner/generations/fill-new-versions';
import type { Database } from '../database.ts';
import { withLog } from './with-log.ts';

/**
 * Brings this version's read models to the head of the log and activates them before the first request. Prints what it
 * waits for.
 */
export async function answerFromThisVersion(
  database: Pick<Database, 'keys' | 'projectorUrl'>,
  say: (line: string) => void,
): Promise<void> {
  await withLog({ database, keys: database.keys }, async ({ log, pool }) => {
    const onProgress = (sets: readonly string[], lag: number): void => {
      if (lag > 0)
        say(
          `The read models of this version are filled from the log, ${lag.toLocaleString('en')} events to go: ${sets.join(', ')}`,
        );
    };
    for (const { from, to } of await fillNewVersions({
      projections,
      log,
      pool,
      projectorUrl: database.projectorUrl,
      onProgress,
    }))
      say(`${to} answers instead of ${from}`);
  });
}
