import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresLogReader, type PostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { projections } from '@plimsoll/projections/platform/projections';
import type { ReadModel } from '@plimsoll/projections/runner/tables/read-model';
import { openProjectorPool } from '@plimsoll/projections/runner/follow/run-projections';
import type pg from 'pg';
import { PlainError } from '../plain-error.ts';
import type { RoleAddresses } from '../role-addresses.ts';
import type { Keys } from '../secrets.ts';

/** Opens the log and connections with the rights of the projector. */
export async function withLog<T>(
  {
    database,
    keys,
  }: { readonly database: Pick<RoleAddresses, 'projectorUrl'>; readonly keys: Pick<Keys, 'sealingKey'> },
  work: (open: { log: PostgresLogReader; pool: pg.Pool }) => Promise<T>,
): Promise<T> {
  const log = await openPostgresLogReader({
    projectorUrl: database.projectorUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(keys.sealingKey, 'base64'),
  });
  const pool = openProjectorPool(database.projectorUrl, 2);
  try {
    return await work({ log, pool });
  } finally {
    await pool.end();
    await log.close();
  }
}

/**
 * The read models with these names; all if none are given.
 * @throws PlainError for an unknown name.
 */
export function readModelsOf(names: readonly string[]): readonly ReadModel[] {
  const known = [...new Set(projections.map(({ name }) => name))];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new PlainError(`there is no read model ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return names.length > 0 ? projections.filter(({ name }) => names.includes(name)) : projections;
}
