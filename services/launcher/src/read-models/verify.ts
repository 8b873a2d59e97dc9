import { verifyReadModels } from '@plimsoll/projections/runner/rebuild/verify-read-models';
import type { Workplace } from '../workplace.ts';
import { keysOf } from './diff.ts';
import { readModelsOf, withLog } from './with-log.ts';

/**
 * Rebuilds read models in separate tables and compares the active ones with them.
 * @returns 1 if they differ, or did not reach the same position.
 */
export const verifyProjections = (workplace: Workplace, names: readonly string[]): Promise<number> =>
  withLog(workplace, async ({ log }) => {
    const { differences, rows, apart } = await verifyReadModels({
      projectorUrl: workplace.database.projectorUrl,
      log,
      projections: readModelsOf(names),
    });
    for (const { set, tenant, table, rows: all, differing, samples } of differences) {
      console.log(
        `${set}  ${tenant}  ${table}: ${differing} of ${all} rows are not what the log says${keysOf(samples)}`,
      );
    }
    for (const { set, tenant } of apart)
      console.log(`${set}  ${tenant}  not compared: it does not stand where the log does`);
    const compared = Object.entries(rows)
      .map(([table, count]) => `${table} ${count} rows`)
      .join(', ');
    console.log(
      `Compared with the log: ${compared || 'nothing'}; ${differences.length === 0 ? 'no difference' : `${differences.length} differences`}`,
    );
    return differences.length > 0 || apart.length > 0 ? 1 : 0;
  });
