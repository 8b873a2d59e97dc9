import { setTimeout as sleep } from 'node:timers/promises';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { GiveWay } from './give-way.ts';

let database: TestDatabase;
let own: pg.Pool;
let serving: pg.Pool;
let way: GiveWay;

function openPool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 4, application_name: 'plimsoll api' });
  // A connection may still be closing when its database is dropped.
  pool.on('error', () => undefined);
  return pool;
}

beforeAll(async () => {
  database = await createTestDatabase([...eventStoreMigrations]);
  [own, serving] = [openPool(), openPool()];
  way = new GiveWay(own);
});
afterAll(async () => {
  way?.close();
  await Promise.all([own?.end(), serving?.end()]);
  await database?.drop();
});

/**
 * Sends rows for a while, each of which takes the database 5 ms on any machine.
 * @returns the number of rows.
 */
async function rowsIn(milliseconds: number): Promise<number> {
  let rows = 0;
  const underWay = new Set<Promise<unknown>>();
  for (const end = performance.now() + milliseconds; performance.now() < end; rows++) {
    await way.beforeNext(underWay);
    const run: Promise<unknown> = own.query('select pg_sleep(0.005)').finally(() => underWay.delete(run));
    underWay.add(run);
    if (underWay.size >= 4) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return rows;
}

/** Waits until it is noticed that others send queries, or that they stopped. */
async function until(othersAsk: boolean): Promise<void> {
  const end = performance.now() + 5_000;
  while ((await way.othersActive()) !== othersAsk) {
    if (performance.now() > end) throw new Error(`It was not seen that others ${othersAsk ? '' : 'no longer '}ask`);
    await sleep(20);
  }
}

test('an import that is alone is not held back, one beside others leaves most of the time to them', async () => {
  expect(await way.othersActive()).toBe(false);
  const alone = await rowsIn(700);
  expect(await way.othersActive()).toBe(false);

  let serves = true;
  const people = (async () => {
    while (serves) {
      await serving.query('select');
      await sleep(20);
    }
  })();
  await until(true);
  const beside = await rowsIn(700);
  serves = false;
  await people;
  expect(beside).toBeGreaterThan(0);
  expect(beside).toBeLessThan(alone / 2);

  await until(false);
});
