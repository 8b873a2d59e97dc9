import { randomBytes, randomUUID } from 'node:crypto';
import { sharedMigrations } from '@plimsoll/shared/migrations';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { projectionMigrations } from '@plimsoll/projections/platform/migrations';
import pg from 'pg';
import { apiMigrations } from '../../platform/process/migrations.ts';
import { Sessions } from './sessions.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase([
    ...eventStoreMigrations,
    ...sharedMigrations,
    ...projectionMigrations,
    ...apiMigrations,
  ]);
  pool = new pg.Pool({ connectionString: database.appUrl, max: 2 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test('concurrent lookups of sessions each get their own, and none for an ended or unknown one', async () => {
  const sessions = new Sessions(pool, randomBytes(32).toString('base64'), { areGathered: false, join: (ask) => ask() });
  const organizations = Array.from({ length: 6 }, () => randomUUID());
  const begun = await Promise.all(
    organizations.map((organization) => sessions.startOf(randomUUID(), organization, { device: null })),
  );
  await sessions.end({ sessionGuid: begun[2]!.sessionGuid });
  const statements: unknown[] = [];
  pool.on('acquire', (client) => statements.push(client));

  const found = await Promise.all(
    [...begun.map(({ sessionGuid }) => sessionGuid), randomUUID()]
      .reverse()
      .map((sessionGuid) => sessions.find(sessionGuid)),
  );

  const whole = organizations.map((organization, index) => (index === 2 ? undefined : organization));
  expect(found.map((session) => session?.organizationGuid)).toEqual([...whole, undefined].reverse());
  expect(statements.length).toBe(1);
});
