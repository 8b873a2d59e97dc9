import { rebuildReadModels } from '@plimsoll/projections/runner/rebuild/rebuild';
import { PlainError } from '../plain-error.ts';
import type { Workplace } from '../workplace.ts';
import { readModelsOf, withLog } from './with-log.ts';

/**
 * Rebuilds read models from the log in tables beside the active ones. The only read-model command that creates and
 * drops tables, as the owner.
 */
export async function rebuildProjections(workplace: Workplace, names: readonly string[]): Promise<number> {
  const { configuration, database, keys } = workplace;
  const projections = readModelsOf(names);
  const adminUrl = database.embeddedAdminUrl ?? configuration.adminUrl;
  if (!adminUrl)
    throw new PlainError('`projections rebuild` makes tables: it needs DATABASE_ADMIN_URL beside DATABASE_URL');
  return withLog(workplace, async ({ log }) => {
    const begun = performance.now();
    const { sets, eventsByThread } = await rebuildReadModels({
      adminUrl,
      projectorUrl: database.projectorUrl,
      log,
      projections,
      sealingKey: Buffer.from(keys.sealingKey, 'base64'),
    });
    for (const set of sets) console.log(`${set}  stands beside`);
    console.log(
      `Folded ${eventsByThread.reduce((sum, events) => sum + events, 0)} events in ${((performance.now() - begun) / 1_000).toFixed(1)} s; see \`projections diff\`, then \`projections switch\``,
    );
    return 0;
  });
}
