import type pg from 'pg';

/** Does the work in a transaction that sees one tenant's rows. A connection with a fault is not used again. */
export async function inTenant<T>(pool: pg.Pool, tenant: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('plimsoll.tenant', $1, true)", [tenant]);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (fault) {
    client.release(true);
    throw fault;
  }
}
