import { randomBytes, randomUUID } from 'node:crypto';
import { defineEvent } from '@plimsoll/contracts/kernel/domain-event';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { incidentAmended } from '@plimsoll/contracts/incidents/events';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import type pg from 'pg';
import { z } from 'zod';
import { incidentReported } from '../../../test/test-incidents.ts';
import { RandomWorkload } from '../../../test/random-workload.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { changeLog, changeLogTable } from '../../audit/change-log/project.ts';
import { projections } from '../../platform/projections.ts';
import { compareWithRebuild } from '../rebuild/compare-with-rebuild.ts';
import type { PageWork } from '../follow/page-work.ts';
import { parkedStreams } from './parked-events.ts';
import { parkedStatus, tenantProgress } from '../follow/projection-status.ts';
import type { ReadModel, Rows } from '../tables/read-model.ts';
import { openProjectorPool, ProjectionRunner } from '../follow/run-projections.ts';

let log: TestEventLog;
let pool: pg.Pool;
beforeEach(async () => {
  log = await TestEventLog.open(projections);
  pool = openProjectorPool(log.database.projectorUrl, 4);
});
afterEach(async () => {
  await pool.end();
  await log.close();
});

const differences = async () =>
  (await compareWithRebuild({ projectorUrl: log.database.projectorUrl, log: log.store, projections })).differences;

/** The read models, one of which throws at some events. */
const withError = (
  name: string,
  isInvalid: (event: RecordedEvent) => boolean,
  fail: (rows: Rows, event: RecordedEvent) => void,
): ReadModel[] =>
  projections.map((projection) => ({
    ...projection,
    project(events, rows) {
      const poison = projection.name === name && events.find(isInvalid);
      if (poison) fail(rows, poison);
      projection.project(events, rows);
    },
  }));

test('a page asks which of its own streams are set aside, however many others are', async () => {
  const [tenant, projection, sick, well] = [randomUUID(), { name: 'incident-list@4' }, randomUUID(), randomUUID()];
  await log.asAdmin(
    `insert into parked_events (projection, tenant, position, kind, stream, revision, type, reason)
     select 'incident-list@4', $1, n, 'incident', case when n = 1 then $2::uuid else gen_random_uuid() end, 1, 'IncidentReported', 'RangeError' from generate_series(1, 100) n`,
    [tenant, sick],
  );
  const page = (...guids: string[]) =>
    [
      { tenant, projection, events: guids.map((guid) => ({ stream: { kind: 'incident', guid } })) },
    ] as unknown as PageWork[];
  expect(await parkedStreams(pool, page(well, sick, well))).toEqual(
    new Map([[`${tenant}/incident-list@4`, new Set([`incident:${sick}`])]]),
  );
  expect(await parkedStreams(pool, page(well))).toEqual(new Map());
});

test.each(['a page that is taken whole', 'pages of three'])(
  'a read model that throws at an event parks that stream and takes everything else (%s)',
  async (pages) => {
    const workload = new RandomWorkload(21);
    for (const recorded of workload.setUp()) await log.tell(recorded);
    const sick = randomUUID();
    await log.tell({ tenant: workload.tenant, stream: sick, event: incidentReported() });
    for (let count = 0; count < 60; count++) await log.tell(workload.next());
    await log.tell({
      tenant: workload.tenant,
      stream: sick,
      event: { type: 'IncidentAmended', data: { location: 'Yard' } },
    });
    await log.tell({ tenant: workload.tenant, stream: sick, event: { type: 'IncidentDeleted', data: {} } });

    const invalid = withError(
      'incident-list',
      ({ stream, type }) => stream.guid === sick && type === 'IncidentAmended',
      () => {
        throw new RangeError('cannot count to that');
      },
    );
    const options = { log: log.store, pool, ...(pages === 'pages of three' && { pageSize: 3 }) };
    await new ProjectionRunner({ ...options, projections: invalid }).catchUp();

    const progress = await tenantProgress(pool, log.store);
    expect(progress.filter(({ lag }) => lag > 0)).toEqual([]);
    expect(progress.filter(({ parked }) => parked > 0)).toMatchObject([
      { projection: 'incident-list@4', tenant: workload.tenant, parked: 2 },
    ]);
    expect(await parkedStatus(pool)).toMatchObject([
      { stream: sick, type: 'IncidentAmended', reason: 'RangeError: cannot count to that', events: 2 },
    ]);

    const again = new ProjectionRunner({ ...options, projections: invalid });
    expect(await again.replayParked()).toMatchObject({ replayed: 0, stillParked: [{ stream: sick }] });
    await log.tell({ tenant: workload.tenant, stream: sick, event: { type: 'IncidentRestored', data: {} } });
    await again.catchUp();
    expect(await parkedStatus(pool)).toMatchObject([{ events: 3, attempts: 2 }]);

    const repaired = new ProjectionRunner({ ...options, projections });
    expect(await repaired.replayParked()).toEqual({ replayed: 1, stillParked: [] });
    expect(await log.parked()).toBe(0);
    expect((await tenantProgress(pool, log.store)).filter(({ parked }) => parked > 0)).toEqual([]);
    expect(await differences()).toEqual([]);
  },
);

test('the first event of all, replayed after later ones were counted, is added to them', async () => {
  const tenant = randomUUID();
  const sick = randomUUID();
  for (const stream of [sick, randomUUID(), randomUUID()])
    await log.tell({ tenant, stream, event: incidentReported() });
  const invalid = withError(
    'frequency-chart',
    ({ stream }) => stream.guid === sick,
    () => {
      throw new Error('not now');
    },
  );
  await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
  expect(await log.parked()).toBe(1);
  await new ProjectionRunner({ projections, log: log.store, pool }).replayParked();
  expect(await differences()).toEqual([]);
});

test('a row that the database refuses parks its stream alone', async () => {
  const workload = new RandomWorkload(22);
  for (const recorded of workload.setUp()) await log.tell(recorded);
  for (let count = 0; count < 40; count++) await log.tell(workload.next());
  const { events } = await log.store.read(workload.tenant, 0, 1_000);
  const sick = events.find(({ type }) => type === 'IncidentReported')!;
  const invalid = projections.map(
    (projection): ReadModel =>
      projection !== changeLog
        ? projection
        : {
            ...projection,
            project(page, rows) {
              projection.project(page, rows);
              for (const { position } of page.filter(({ stream }) => stream.guid === sick.stream.guid)) {
                rows.put(changeLogTable, { ...rows.get(changeLogTable, position)!, actor_guid: 'nobody' });
              }
            },
          },
  );
  await new ProjectionRunner({ projections: invalid, log: log.store, pool }).catchUp();
  expect((await tenantProgress(pool, log.store)).filter(({ lag }) => lag > 0)).toEqual([]);
  expect(await parkedStatus(pool)).toMatchObject([
    { projection: 'change-log@1', stream: sick.stream.guid, type: 'IncidentReported' },
  ]);
  await new ProjectionRunner({ projections, log: log.store, pool }).replayParked();
  expect(await differences()).toEqual([]);
});

test('an unknown type and a newer schema version are parked and reported, and taken by the version that knows them', async () => {
  const tenant = randomUUID();
  const [strange, newer, other] = [randomUUID(), randomUUID(), randomUUID()];
  for (const stream of [strange, newer, other]) await log.tell({ tenant, stream, event: incidentReported() });
  const next = await openPostgresEventStore({
    appUrl: log.database.appUrl,
    projectorUrl: log.database.projectorUrl,
    sealingKey: log.sealingKey,
    registry: new EventRegistry([
      ...eventContracts.filter(({ type }) => type !== 'IncidentAmended'),
      defineEvent('DroneLanded', z.strictObject({ pad: z.int() })),
      defineEvent('IncidentAmended', incidentAmended.data, [...incidentAmended.upcasters, (data) => data]),
    ]),
  });
  const append = (stream: string, expect: number, event: { type: string; data: unknown }) => {
    const commandId = randomUUID();
    return next.append({
      tenant,
      commandId,
      fingerprint: randomBytes(32),
      records: [{ stream: { kind: 'incident', guid: stream }, event }],
      checks: [{ stream: { kind: 'incident', guid: stream }, expect }],
      metadata: {
        commandId,
        correlationId: commandId,
        causationId: null,
        actor: { userGuid: tenant, kind: 'USER' },
        onBehalfOf: null,
        client: { product: 'test', device: 'SERVER' },
        at: '2026-07-02T00:00:00.000Z',
        traceparent: null,
      },
    });
  };
  await append(strange, 1, { type: 'DroneLanded', data: { pad: 7 } });
  await append(strange, 2, { type: 'IncidentDeleted', data: {} });
  await append(newer, 1, { type: 'IncidentAmended', data: { occurrenceTime: '10:10' } });
  await append(newer, 2, { type: 'IncidentDeleted', data: {} });
  await append(other, 1, { type: 'IncidentDeleted', data: {} });

  const old = new ProjectionRunner({ projections, log: log.store, pool });
  await old.catchUp();
  await old.catchUp();
  expect((await tenantProgress(pool, log.store)).filter(({ lag }) => lag > 0)).toEqual([]);
  const reasons = (await parkedStatus(pool))
    .filter(({ projection }) => projection === 'incident-list@4')
    .map(({ stream, reason }) => [stream, reason]);
  expect(reasons).toEqual([
    [strange, 'UnknownType'],
    [newer, 'NewerSchemaVersion'],
  ]);
  expect(
    (await parkedStatus(pool)).filter(({ stream, projection }) => stream === newer && projection === 'account@1'),
  ).toEqual([]);
  expect(await log.asAdmin('select number from incident_list_v4 where deleted_at is not null')).toEqual([
    { number: '3' },
  ]);

  const upgraded = new ProjectionRunner({ projections, log: next, pool });
  expect((await upgraded.replayParked()).stillParked).toEqual([]);
  expect(await log.asAdmin('select count(*) from incident_list_v4 where deleted_at is not null')).toEqual([
    { count: '3' },
  ]);
  const { differences } = await compareWithRebuild({ projectorUrl: log.database.projectorUrl, log: next, projections });
  expect(differences).toEqual([]);
  await next.close();
});
