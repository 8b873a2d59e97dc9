import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';

/** Runs work in a transaction that sees one tenant's rows. @param mode of the transaction, by default PostgreSQL's */
export const inTenant = <T>(
  pool: pg.Pool,
  tenant: string,
  work: (client: pg.PoolClient) => Promise<T>,
  mode?: 'repeatable read read only',
): Promise<T> =>
  transaction(pool, async (client) => {
    if (mode) await client.query(`set transaction isolation level ${mode}`);
    await client.query("select set_config('plimsoll.tenant', $1, true)", [tenant]);
    return work(client);
  });
