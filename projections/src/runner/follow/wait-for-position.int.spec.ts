import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type pg from 'pg';
import { incidentReported } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { positionOf, positionToken } from './position-token.ts';
import { openProjectorPool, ProjectionRunner, type OnMoved } from './run-projections.ts';
import { PositionBeyondHead, ReadPositions } from './wait-for-position.ts';

let log: TestEventLog;
let pool: pg.Pool;
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  pool = openProjectorPool(log.database.projectorUrl);
});
afterAll(async () => {
  await pool?.end();
  await log?.close();
});

test('a position travels as a token that only its own tenant understands', () => {
  const tenant = randomUUID();
  expect(positionOf(positionToken(tenant, 123_456), tenant)).toBe(123_456);
  expect(positionOf(positionToken(tenant, 5), randomUUID())).toBeNull();
  for (const token of ['', '5', 'MS4', Buffer.from(`1.${tenant.slice(-8)}.-5`).toString('base64url')])
    expect(positionOf(token, tenant)).toBeNull();
});

test.each(['with a projector in the same process', 'with one elsewhere'])(
  'a query waits for what was written, and gets the position that was reached when it gives up (%s)',
  async (where) => {
    const tenant = randomUUID();
    const runner = new ProjectionRunner({ projections, log: log.store, pool });
    const positions = new ReadPositions(log.reader, where.includes('same') ? runner : undefined);
    expect(await positions.waitFor(tenant, ['incident-list'], 0)).toMatchObject({ position: 0, stale: false });
    await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
    expect(await positions.waitFor(tenant, ['incident-list'], 1, 60)).toMatchObject({ position: 0, stale: true });

    await runner.start();
    for (let position = 1; position <= 20; position++) {
      if (position > 1) await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
      expect(await positions.waitFor(tenant, ['incident-list', 'incident-detail'], position)).toMatchObject({
        position,
        stale: false,
      });
    }
    await runner.stop();
    await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
    expect(await positions.waitFor(tenant, ['incident-list'], 21, 50)).toMatchObject({ position: 20, stale: true });
    await log.project();
    expect(await positions.waitFor(tenant, ['incident-list'], 21, 500)).toMatchObject({ position: 21, stale: false });
    positions.close();
  },
);

test('a position that the log has not reached is refused at once, for every caller', async () => {
  const tenant = randomUUID();
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  for (const runner of [undefined, new ProjectionRunner({ projections, log: log.store, pool })]) {
    const positions = new ReadPositions(log.reader, runner);
    await expect(positions.waitFor(tenant, ['incident-list'], 2)).rejects.toThrow(PositionBeyondHead);
    await expect(positions.waitFor(randomUUID(), ['incident-list'], 1)).rejects.toThrow(PositionBeyondHead);
    positions.close();
  }
});

test('a waiting query is woken by the projector in the process at once, also while the database has not answered yet', async () => {
  const tenant = randomUUID();
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  let tell: OnMoved = () => undefined;
  const positions = new ReadPositions(log.reader, { onMoved: (listener) => ((tell = listener), () => undefined) });
  const sets = await log.reader.sets();
  const connect = log.readPool.connect.bind(log.readPool) as () => Promise<pg.PoolClient>;
  const answering = Promise.withResolvers<void>();
  const held = jest.spyOn(log.readPool, 'connect').mockImplementation(() => answering.promise.then(connect));
  const asked = Promise.withResolvers<void>();
  held.mockImplementationOnce(() => (asked.resolve(), answering.promise.then(connect)));
  try {
    const waited = positions.waitFor(tenant, ['incident-list', 'incident-detail'], 1);
    await asked.promise;
    tell(tenant, sets.nameOf('incident-list'), 1);
    tell(tenant, sets.nameOf('incident-detail'), 1);
    expect(await waited).toMatchObject({ position: 1, stale: false });
  } finally {
    answering.resolve();
    held.mockRestore();
    positions.close();
  }
});

test('news that comes while the database is asked for the first time is not lost until the next tick', async () => {
  const tenant = randomUUID();
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  let tell: OnMoved = () => undefined;
  const positions = new ReadPositions(log.reader, { onMoved: (listener) => ((tell = listener), () => undefined) });
  const sets = await log.reader.sets();
  const connect = log.readPool.connect.bind(log.readPool) as () => Promise<pg.PoolClient>;
  const asked = Promise.withResolvers<void>();
  const questions = jest.spyOn(log.readPool, 'connect').mockImplementation(() => (asked.resolve(), connect()));
  try {
    const waited = positions.waitFor(tenant, ['incident-list', 'incident-detail'], 1);
    await asked.promise;
    tell(tenant, sets.nameOf('incident-list'), 1);
    await positions.waitFor(tenant, ['incident-list'], 0);
    tell(tenant, sets.nameOf('incident-detail'), 1);
    expect(await waited).toMatchObject({ position: 1, stale: false });
    expect(questions.mock.calls.length).toBeLessThanOrEqual(2);
  } finally {
    questions.mockRestore();
    positions.close();
  }
});

test('however many wait, the database is asked once for each tick', async () => {
  const tenants = Array.from({ length: 30 }, () => randomUUID());
  for (const tenant of tenants) await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  const connect = jest.spyOn(log.readPool, 'connect');
  const positions = new ReadPositions(log.reader);
  const began = performance.now();
  const waited = await Promise.all(
    Array.from({ length: 600 }, (_, at) => positions.waitFor(tenants[at % tenants.length]!, ['incident-list'], 1, 200)),
  );
  expect(waited.filter(({ stale }) => !stale)).toEqual([]);
  // One when they arrive, and one per tick of twenty milliseconds.
  expect(connect.mock.calls.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 20);
  connect.mockRestore();
  positions.close();
});

test('a wait is for the read models that are read, and for no others', async () => {
  const tenant = randomUUID();
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  await new ProjectionRunner({
    projections: projections.filter(({ name }) => name === 'incident-detail'),
    log: log.store,
    pool,
  }).catchUp();
  const positions = new ReadPositions(log.reader);
  expect(await positions.waitFor(tenant, ['incident-detail'], 1, 100)).toMatchObject({ position: 1, stale: false });
  expect(await positions.waitFor(tenant, ['incident-detail', 'incident-list'], 1, 50)).toMatchObject({
    position: 0,
    stale: true,
  });
  positions.close();
});
