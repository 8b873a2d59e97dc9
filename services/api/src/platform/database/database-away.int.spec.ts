import { spawnSync } from 'node:child_process';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { isDatabaseUnavailable } from './database-away.ts';

/** Whether the file size of a running process can be limited (Linux). */
const canLimitFiles = spawnSync('prlimit', ['--version']).status === 0;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

// Needs a system that can limit the file size of a running process (Linux).
(canLimitFiles ? test : test.skip)(
  'a table that may not grow, by a quota or a limit of how large files may be, may grow when it is tried again',
  async () => {
    await client.query('create table narrow (text text)');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const limit = (bytes: string) =>
      expect(spawnSync('prlimit', ['--pid', String(rows[0]!.pid), `--fsize=${bytes}:`]).status).toBe(0);
    const fill = () =>
      client.query("insert into narrow select repeat('x', 1000) from generate_series(1, 200)").then(
        () => 'written',
        (error: unknown) => error,
      );
    limit('65536');
    const refused = await fill();
    limit('unlimited');
    expect(refused).toMatchObject({ code: 'XX000', message: expect.stringContaining('File too large') as unknown });
    expect(isDatabaseUnavailable(refused)).toBe(true);
    expect(await fill()).toBe('written');
  },
);
