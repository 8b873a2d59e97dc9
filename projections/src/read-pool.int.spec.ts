import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { openAllOf, openReadPool } from './read-pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database?.drop());

test('once a pool was opened nobody waits for a connection to be made, as many as come', async () => {
  const pool = openReadPool({ connectionString: database.appUrl, max: 5 });
  const made: unknown[] = [];
  try {
    await openAllOf(pool);
    pool.on('connect', (client) => void made.push(client));
    const { rows } = await pool.query<{ connections: number }>('select count(*)::int as connections from pg_stat_activity where usename = current_user and datname = current_database()');
    await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.01)')));

    expect(rows[0]!.connections).toBe(5);
    expect(made).toEqual([]);
  } finally {
    await pool.end();
  }
});
