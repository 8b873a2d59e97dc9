import type pg from 'pg';

/**
 * Runs `work` in a transaction: commits when it returns, rolls back when it throws. A connection whose rollback fails
 * is discarded.
 */
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
