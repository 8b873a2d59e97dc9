import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { incidentReported } from '../../test/told-incidents.ts';
import { ToldLog } from '../../test/told-log.ts';
import { projections } from '../projections.ts';
import { positionOf, positionToken } from './position-token.ts';
import { openProjectorPool, ProjectionRunner } from './run-projections.ts';
import { ReadPositions } from './wait-for-position.ts';

let log: ToldLog;
let pool: pg.Pool;
beforeAll(async () => {
  log = await ToldLog.open(projections);
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
  for (const token of ['', '5', 'MS4', Buffer.from(`1.${tenant.slice(-8)}.-5`).toString('base64url')]) expect(positionOf(token, tenant)).toBeNull();
});

test.each(['with a projector in the same process', 'with one elsewhere'])('whoever asks waits for what was written, and is told how far it is after giving up (%s)', async (where) => {
  const tenant = randomUUID();
  const runner = new ProjectionRunner({ projections, log: log.store, pool });
  const positions = new ReadPositions(log.readPool, where.includes('same') ? runner : undefined);
  expect(await positions.waitFor(tenant, ['incident-list'], 0)).toEqual({ position: 0, stale: false });
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  expect(await positions.waitFor(tenant, ['incident-list'], 1, 60)).toEqual({ position: 0, stale: true });

  await runner.start();
  for (let position = 1; position <= 20; position++) {
    if (position > 1) await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
    expect(await positions.waitFor(tenant, ['incident-list', 'incident-detail'], position)).toEqual({ position, stale: false });
  }
  await runner.stop();
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
  expect(await positions.waitFor(tenant, ['incident-list'], 21, 50)).toEqual({ position: 20, stale: true });
  await log.project();
  expect(await positions.waitFor(tenant, ['incident-list'], 21, 500)).toEqual({ position: 21, stale: false });
  positions.close();
});
