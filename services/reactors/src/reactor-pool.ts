import pg from 'pg';

/** Connections of the reactors; what is lost while idle is opened anew. */
export function openReactorPool(connectionString: string, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 5,
    application_name: 'plimsoll reactors',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    ...more,
  });
  pool.on('error', () => undefined);
  // One that is lost while somebody uses it fails what they ask, and must not end the process besides.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}
