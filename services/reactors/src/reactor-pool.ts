import { CONNECT_TIMEOUT_MS } from '@plimsoll/postgres/steady-connection';
import pg from 'pg';

/** Opens the reactors' connection pool. A connection that is lost while idle is replaced. */
export function openReactorPool(connectionString: string, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 5,
    application_name: 'plimsoll reactors',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...more,
  });
  pool.on('error', () => undefined);
  // A connection lost while in use fails its query. Without this handler it would also end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}
