import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { v7 } from 'uuid';
import { migrateLog } from './migrate-database.ts';
import { allMigrations } from './migrations.ts';

let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  // A database as the previous version left it.
  database = await createTestDatabase(
    allMigrations.slice(
      0,
      allMigrations.findIndex(({ name }) => name === 'event-store/keyed-fingerprints'),
    ),
  );
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

const forward = () =>
  migrateLog(database.adminUrl, {
    configuration: { dataDir: '/nowhere' },
    found: { sealingKey: randomBytes(32).toString('base64') },
    say: () => undefined,
    otherFormat: () => new Error('a log of an older format'),
    addresses: () => database,
  });

it('a log from before fingerprints were keyed has an older format and stays unchanged; an empty one is migrated', async () => {
  await admin.query(
    `insert into events (position, recorded_at, revision, size, tenant, stream, kind, command_id, hash, fingerprint, body)
    values (1, now(), 1, 1, $1, $1, 'note', $1, sha256('x'), sha256('y'), '{}')`,
    [v7()],
  );
  await expect(forward()).rejects.toThrow('a log of an older format');
  expect(
    (await admin.query("select count(*)::integer as events, to_regclass('organization_lists') as later from events"))
      .rows,
  ).toEqual([{ events: 1, later: null }]);
  await admin.query('delete from events');
  await forward();
  expect((await admin.query("select to_regclass('organization_lists') is not null as later")).rows).toEqual([
    { later: true },
  ]);
});
