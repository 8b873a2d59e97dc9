import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { incidentReported, memberJoined } from '../../../test/test-incidents.ts';
import { RandomWorkload } from '../../../test/random-workload.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { loadLinesProjection } from '../../metrics/load-lines/project.ts';
import { projections } from '../../platform/projections.ts';
import { parkedStatus, projectionStatus, tenantProgress } from './projection-status.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { openProjectorPool, ProjectionRunner, type RunnerOptions } from './run-projections.ts';

let log: TestEventLog;
let pool: pg.Pool;
beforeEach(async () => {
  log = await TestEventLog.open(projections);
  pool = openProjectorPool(log.database.projectorUrl);
});
afterEach(async () => {
  await pool.end();
  await log.close();
});

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  for (const end = performance.now() + 50_000; !(await isTrue()); await sleep(50))
    if (performance.now() > end) throw new Error('It did not come to that');
};

const lagOf = async (which: (row: { projection: string; tenant: string }) => boolean) =>
  (await tenantProgress(pool, log.store)).filter(which).reduce((sum, { lag }) => sum + lag, 0);

/** Locks a checkpoint during the work, so that moving it waits. */
async function whileHeld(set: string, tenant: string, work: () => Promise<void>): Promise<void> {
  await log.asAdmin('begin');
  try {
    await log.asAdmin(
      'insert into projection_checkpoints (projection, tenant) values ($1, $2) on conflict (tenant, projection) do update set updated_at = now()',
      [set, tenant],
    );
    await work();
  } finally {
    await log.asAdmin('rollback');
  }
}

const isRights = ({ projection }: { projection: string }) => /^(member-list|organization-settings)@/.test(projection);

test('while one organization imports, the others and its own rights are followed at once', async () => {
  const importing = new RandomWorkload(31);
  const other = new RandomWorkload(32);
  for (const recorded of [...importing.setUp(), ...other.setUp()]) await log.tell(recorded);
  for (let count = 0; count < 2_600; count++) await log.tell(importing.next());
  const runner = new ProjectionRunner({ projections, log: log.store, pool });
  await whileHeld('incident-list@4', importing.tenant, async () => {
    await runner.start();
    await until(async () => (await lagOf((row) => row.tenant === other.tenant || isRights(row))) === 0);
    await log.tell({ tenant: other.tenant, stream: randomUUID(), event: incidentReported() });
    await log.tell({ tenant: importing.tenant, stream: randomUUID(), event: memberJoined(randomUUID(), 'Somebody') });
    await until(async () => (await lagOf((row) => row.tenant === other.tenant || isRights(row))) === 0);
    expect(
      await lagOf(({ projection, tenant }) => projection === 'incident-list@4' && tenant === importing.tenant),
    ).toBeGreaterThan(2_000);
  });
  await until(async () => (await lagOf(() => true)) === 0);
  await runner.stop();
  expect((await log.comparedWithRebuild()).differences).toEqual([]);
});

test('a read model that begins on a log of many organizations has a lane of its own', async () => {
  const tenants = Array.from({ length: 1_050 }, () => randomUUID());
  await log.asAdmin(
    `
    insert into tenant_heads (tenant, position, hash) select unnest($1::uuid[]), 10, sha256('')`,
    [tenants],
  );
  // All others took their events long ago.
  const old = projections
    .filter((readModel) => readModel !== loadLinesProjection)
    .map(({ name, version }) => `${name}@${version}`);
  await log.asAdmin(
    'insert into projection_checkpoints (projection, tenant, position) select p, t, 10 from unnest($1::text[]) p, unnest($2::uuid[]) t',
    [old, tenants],
  );
  const { store } = log;
  const reading = Promise.withResolvers<void>();
  const slow: RunnerOptions['log'] = {
    heads: () => store.heads(),
    watch: store.watch.bind(store),
    read: store.read.bind(store),
    readPages: (wanted) =>
      wanted.some(({ tenant }) => tenants.some((each) => each === tenant))
        ? reading.promise.then(() => wanted.map(() => ({ events: [], head: 10 })))
        : store.readPages(wanted),
  };
  const runner = new ProjectionRunner({ projections, log: slow, pool });
  await runner.start();
  const tenant = randomUUID();
  for (let count = 0; count < 3; count++) {
    await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
    await until(async () => (await lagOf((row) => row.tenant === tenant && row.projection !== 'load-lines@3')) === 0);
  }
  expect(await lagOf(({ projection }) => projection === 'load-lines@3')).toBeGreaterThan(10_000);
  reading.resolve();
  await until(async () => (await lagOf(() => true)) === 0);
  await runner.stop();
});

test('a read model that can take nothing halts alone, is named, and goes on in the version that is mended', async () => {
  const workload = new RandomWorkload(33);
  for (const recorded of workload.setUp()) await log.tell(recorded);
  for (let count = 0; count < 200; count++) await log.tell(workload.next());
  const broken = projections.map(
    (readModel): ReadModel =>
      readModel.name !== 'incident-list'
        ? readModel
        : {
            ...readModel,
            project: () => {
              throw new TypeError('reading undefined');
            },
          },
  );
  const runner = new ProjectionRunner({ projections: broken, log: log.store, pool });
  await runner.catchUp();
  expect(await lagOf(({ projection }) => projection !== 'incident-list@4')).toBe(0);
  expect(runner.halted).toEqual(['incident-list']);
  expect(runner.haltedGenerations).toEqual([
    {
      readModel: 'incident-list',
      generation: 'incident-list@4',
      since: expect.any(Date),
      reason: 'TypeError: reading undefined',
    },
  ]);
  const statusOf = async () =>
    (await projectionStatus(pool, log.store)).find(({ readModel }) => readModel === 'incident-list')!;
  expect(await statusOf()).toMatchObject({ halted: { reason: 'TypeError: reading undefined' } });
  expect((await parkedStatus(pool)).length).toBe(19);
  // After a restart it tries once and halts again, without parking more.
  const again = new ProjectionRunner({ projections: broken, log: log.store, pool });
  await again.catchUp();
  expect(again.halted).toHaveLength(1);
  expect((await parkedStatus(pool)).length).toBe(19);

  const mended = new ProjectionRunner({ projections, log: log.store, pool });
  await mended.catchUp();
  expect(mended.halted).toEqual([]);
  expect(await statusOf()).toMatchObject({ halted: null, lag: 0 });
  await mended.replayParked();
  expect(await log.parked()).toBe(0);
  expect((await log.comparedWithRebuild()).differences).toEqual([]);
});

test("what goes wrong in the driver is nobody's poison: nothing is set aside, and it is tried again", async () => {
  const tenant = randomUUID();
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  const invalid = openProjectorPool(log.database.projectorUrl);
  let errors = 3;
  invalid.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    client.query = ((...asked: unknown[]) => {
      const [config] = asked as [{ name?: string }];
      if (config.name?.startsWith('insert incident_list') && errors-- > 0)
        throw new TypeError("Cannot read properties of null (reading 'name')");
      return query(...asked);
    }) as typeof client.query;
  });
  const seen: unknown[] = [];
  const runner = new ProjectionRunner({
    projections,
    log: log.store,
    pool: invalid,
    onError: (error) => seen.push(error),
  });
  await runner.start();
  await until(async () => (await lagOf(() => true)) === 0);
  await runner.stop();
  await invalid.end();
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(await log.parked()).toBe(0);
  expect((await log.comparedWithRebuild()).differences).toEqual([]);
});

test('a start follows the log before it tries again what was set aside', async () => {
  const tenant = randomUUID();
  const sick = randomUUID();
  await log.tell({ tenant, stream: sick, event: incidentReported() });
  const invalid = projections.map(
    (readModel): ReadModel => ({
      ...readModel,
      project(events, rows) {
        if (readModel.name === 'incident-list' && events.some(({ stream }) => stream.guid === sick))
          throw new Error('not this one');
        readModel.project(events, rows);
      },
    }),
  );
  await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
  expect(await log.parked()).toBe(1);
  for (let count = 0; count < 20; count++) await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  const order: string[] = [];
  const { store } = log;
  const runner = new ProjectionRunner({
    projections,
    pool,
    log: {
      heads: () => store.heads(),
      watch: store.watch.bind(store),
      readPages: (wanted) => store.readPages(wanted),
      // Only replays read events one by one.
      read: async (whose, after, limit) => {
        order.push(`replayed at lag ${await lagOf(() => true)}`);
        return store.read(whose, after, limit);
      },
    },
  });
  await runner.start();
  await until(async () => (await log.parked()) === 0);
  await runner.stop();
  expect(order).toEqual(['replayed at lag 0']);
});
