import type pg from 'pg';
import { runStatement, type Statement } from '@plimsoll/postgres/statement';
import type { LogSnapshot } from '../chain/verify-reservations.ts';
import { RESERVATIONS_VERIFIED } from './event-store-migrations.ts';
import { inTenant } from './in-tenant.ts';
import { readStoredPage } from './read-page.ts';

const RESERVATIONS_AFTER: Statement = {
  name: 'reservations_after',
  text: 'select key, position from reservations where tenant = $1 and key > $2 order by key limit $3',
};
const COMPLETE_SINCE: Statement = {
  name: 'reservations_complete_since',
  text: 'select (extract(epoch from applied_at) * 1000000)::bigint from schema_migrations where name = $1',
};

/** When the database came to a version that reserves all names, in microseconds since 1970. */
export async function reservationsCompleteSince(database: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const [row] = await runStatement(database, COMPLETE_SINCE, [RESERVATIONS_VERIFIED]);
  return Number(row![0]);
}

/** Runs work on one snapshot of a tenant's log and reservations, as plimsoll_projector. */
export const inLogSnapshot = <Result>(
  pool: pg.Pool,
  tenant: string,
  work: (snapshot: LogSnapshot) => Promise<Result>,
): Promise<Result> =>
  inTenant(
    pool,
    tenant,
    (client) =>
      work({
        page: (after, limit) => readStoredPage(client, tenant, after, limit),
        reservationsAfter: async (key, limit) =>
          (await runStatement(client, RESERVATIONS_AFTER, [tenant, key, limit])).map((row) => ({
            key: row[0]!,
            position: Number(row[1]),
          })),
      }),
    'repeatable read read only',
  );
