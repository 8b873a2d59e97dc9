import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';

/** Runs work in a transaction that sees one tenant's rows. */
export const inTenant = <T>(pool: pg.Pool, tenant: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  transaction(pool, async (client) => {
    await client.query("select set_config('plimsoll.tenant', $1, true)", [tenant]);
    return work(client);
  });
