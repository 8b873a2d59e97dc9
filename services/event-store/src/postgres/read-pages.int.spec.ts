import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 } from 'uuid';
import { aStream, conformanceContracts, note } from '../conformance/store-under-test.ts';
import { EventRegistry } from '../port/event-registry.ts';
import { openPostgresEventStore, type PostgresEventStore } from './postgres-event-store.ts';
import { eventStoreMigrations } from './event-store-migrations.ts';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';

let database: TestDatabase;
let store: PostgresEventStore;

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  store = await openPostgresEventStore({
    appUrl: database.appUrl,
    registry: new EventRegistry(conformanceContracts),
    sealingKey: randomBytes(32),
  });
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

async function tenantOf(events: number): Promise<string> {
  const [tenant, stream] = [v7(), aStream()];
  for (let revision = 0; revision < events; revision++) await store.append(note(tenant, stream, revision));
  return tenant;
}

test('pages of several tenants read together are those read one by one, each with its own events and head', async () => {
  const [one, other, nobody] = [await tenantOf(5), await tenantOf(3), v7()];
  const wanted = [
    { tenant: one, after: 2, limit: 2 },
    { tenant: other, after: 0, limit: 100 },
    { tenant: nobody, after: 0, limit: 100 },
    { tenant: other, after: 3, limit: 100 },
  ];
  const pages = await store.readPages(wanted);
  expect(
    pages.map(({ events, head }) => [events.map(({ tenant, position }) => `${tenant} ${position}`), head]),
  ).toEqual([
    [[`${one} 3`, `${one} 4`], 5],
    [[`${other} 1`, `${other} 2`, `${other} 3`], 3],
    [[], 0],
    [[], 3],
  ]);
  for (const [index, { tenant, after, limit }] of wanted.entries())
    expect(await store.read(tenant, after, limit)).toEqual(pages[index]);
});

test('a hole in one of them fails all of them', async () => {
  const [whole, broken] = [await tenantOf(3), await tenantOf(3)];
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('delete from events where tenant = $1 and position = 2', [broken]);
  await admin.end();
  await expect(
    store.readPages([
      { tenant: whole, after: 0, limit: 10 },
      { tenant: broken, after: 0, limit: 10 },
    ]),
  ).rejects.toThrow(/position 2/);
});
