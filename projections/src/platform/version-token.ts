import type { ReadModel } from '../runner/tables/read-model.ts';
import { activeGeneration } from '../runner/tables/table.ts';

const OF_EACH = "projection || '/' || position || '/' || parked || '/' || updated_at";

/**
 * SQL that tells where read models stand in the log of tenant `$1`: as long as it is the same, so is whatever is read of them alone.
 * Asked in the same statement as what it is kept with. Null where none of them has begun.
 */
export const versionToken = (readModels: readonly ReadModel[]): string => {
  const [only, ...others] = readModels.map(activeGeneration);
  return others.length === 0
    ? `(select ${OF_EACH} from projection_checkpoints where tenant = $1 and projection = ${only})`
    : `(select string_agg(${OF_EACH}, ' ' order by projection) from projection_checkpoints where tenant = $1 and projection in (${[only, ...others].join(', ')}))`;
};
