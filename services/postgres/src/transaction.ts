import type pg from 'pg';

/** Runs `work` in a transaction: committed when it returns, rolled back when it throws. A connection that cannot even roll back is not used again. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((why: Error) => (broken = why));
    throw error;
  } finally {
    client.release(broken);
  }
}
