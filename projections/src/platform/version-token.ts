import type { ReadModel } from '../runner/tables/read-model.ts';
import { activeGeneration } from '../runner/tables/table.ts';

const OF_EACH = "projection || '/' || position || '/' || parked || '/' || updated_at";

/**
 * SQL of a version token: while it is unchanged, so are the rows of these read models of tenant `$1`. Select it in the
 * same statement as the data that is cached with it. Null if none of them has a checkpoint.
 */
export const versionToken = (readModels: readonly ReadModel[]): string => {
  const [only, ...others] = readModels.map(activeGeneration);
  return others.length === 0
    ? `(select ${OF_EACH} from projection_checkpoints where tenant = $1 and projection = ${only})`
    : `(select string_agg(${OF_EACH}, ' ' order by projection) from projection_checkpoints where tenant = $1 and projection in (${[only, ...others].join(', ')}))`;
};
