import { randomUUID } from 'node:crypto';
import { putIntoOutbox } from '@plimsoll/shared/outbox';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { PeopleLog } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { Jobs } from '../jobs/open-jobs.ts';
import { openReactorPool } from '../reactor-pool.ts';
import { defineReactor, type Reactor } from './reactor.ts';
import { reactorStatus } from './reactor-status.ts';
import { listParkedReactions, replayParkedReactions } from './replay-parked.ts';
import { ReactorRunner } from './run-reactors.ts';

const QUEUE = 'test';
let people: PeopleLog;
let pool: pg.Pool;
let appPool: pg.Pool;
let jobs: Jobs;
beforeAll(async () => {
  people = await PeopleLog.open();
  pool = openReactorPool(people.log.database.projectorUrl);
  appPool = openReactorPool(people.log.database.appUrl);
  jobs = await Jobs.open({ pool, queues: [{ name: QUEUE, attemptSeconds: 60, retryHours: 1, retentionDays: 1 }] });
});
afterAll(async () => {
  await jobs?.stop();
  await Promise.all([pool?.end(), appPool?.end()]);
  await people?.log.close();
});

const reactorNamed = (name: string, on?: Parameters<typeof defineReactor>[0]['on']): Reactor =>
  defineReactor({
    name,
    queue: QUEUE,
    on: on ?? {
      ReviewRequested: ({ stream, data }) => [
        { kind: 'ASKED', ids: { incident: stream.guid, reviewer: data.reviewerGuid } },
      ],
    },
  });
const runnerOf = (
  reactor: Reactor,
  more: Partial<ConstructorParameters<typeof ReactorRunner>[0]> = {},
): ReactorRunner =>
  new ReactorRunner({ reactors: [reactor], log: people.log.store, pool, enqueue: jobs.enqueue, queueOf: {}, ...more });
const jobsIn = async (tenant: string): Promise<Record<string, unknown>[]> =>
  (
    await people.log.asAdmin(
      `select data from jobs.job where data -> 'ids' ->> 'tenant' = $1 order by data ->> 'incident', id`,
      [tenant],
    )
  ).map(({ data }) => data as Record<string, unknown>);
const positionOf = async (reactor: string, tenant: string): Promise<number> =>
  Number(
    (
      await people.log.asAdmin('select position from reactor_checkpoints where reactor = $1 and tenant = $2', [
        reactor,
        tenant,
      ])
    )[0]?.['position'] ?? 0,
  );

test('a new reactor starts at the heads: earlier events cause no jobs, later ones do', async () => {
  const tenant = await people.found();
  const vera = await people.join(tenant);
  await people.requestReview(tenant, vera);
  const runner = runnerOf(reactorNamed('begins-at-the-heads'));
  await runner.catchUp();
  expect(await jobsIn(tenant)).toEqual([]);

  const later = await people.requestReview(tenant, vera);
  await runner.catchUp();
  await runner.catchUp();
  expect(await jobsIn(tenant)).toEqual([{ kind: 'ASKED', ids: { tenant, incident: later, reviewer: vera.userGuid } }]);
});

test('a later organization is followed from its first event', async () => {
  const runner = runnerOf(reactorNamed('follows-from-the-first'));
  await runner.catchUp();
  const tenant = await people.found();
  const incident = await people.requestReview(tenant, await people.join(tenant));
  await runner.catchUp();
  expect(await jobsIn(tenant)).toMatchObject([{ ids: { incident } }]);
});

test('jobs and checkpoint are one transaction: if a job cannot be written, the checkpoint does not move', async () => {
  const reactor = reactorNamed('moves-together');
  await runnerOf(reactor).catchUp();
  const tenant = await people.found();
  await people.requestReview(tenant, await people.join(tenant));
  const failing = runnerOf(reactor, {
    enqueue: async (client, queue, some) => {
      await jobs.enqueue(client, queue, some);
      if (some.length > 0) throw new Error('the disk is full');
    },
  });
  await expect(failing.catchUp()).rejects.toThrow('the disk is full');
  expect([await jobsIn(tenant), await positionOf(reactor.name, tenant)]).toEqual([[], 0]);
  await runnerOf(reactor).catchUp();
  expect([(await jobsIn(tenant)).length, await positionOf(reactor.name, tenant)]).toEqual([1, 4]);
});

test('several processes on the same log enqueue each event’s jobs once', async () => {
  const reactor = reactorNamed('several-processes');
  await runnerOf(reactor).catchUp();
  const tenant = await people.found();
  const vera = await people.join(tenant);
  const runners = Array.from({ length: 3 }, () => runnerOf(reactor));
  await Promise.all(runners.map((runner) => runner.start()));
  const incidents: string[] = [];
  for (let count = 0; count < 20; count++) incidents.push(await people.requestReview(tenant, vera));
  const head = (await people.log.store.heads()).find((one) => one.tenant === tenant)!.position;
  await eventually(
    () => positionOf(reactor.name, tenant),
    (position) => position === head,
  );
  await Promise.all(runners.map((runner) => runner.stop()));
  expect((await jobsIn(tenant)).map(({ ids }) => (ids as { incident: string }).incident).sort()).toEqual(
    incidents.sort(),
  );
});

test('an event that makes a reactor throw is parked with the later ones of its stream, others go on, and all are replayed after the fix', async () => {
  let isFixed = false;
  let failing = '';
  let failsFor = '';
  const reactor = reactorNamed('throws-at-one', {
    ReviewRequested: ({ stream, data }) => {
      if (stream.guid === failing && data.reviewerGuid === failsFor && !isFixed) throw new TypeError('no such thing');
      return [{ kind: 'ASKED', ids: { incident: stream.guid } }];
    },
  });
  const runner = runnerOf(reactor);
  await runner.catchUp();
  const tenant = await people.found();
  const [vera, paul] = [await people.join(tenant), await people.join(tenant)];
  failsFor = vera.userGuid;
  failing = await people.requestReview(tenant, vera);
  const well = await people.requestReview(tenant, vera);
  await people.step(tenant, failing, 'ReviewRequested', {
    reviewerGuid: paul.userGuid,
    isByCallList: false,
    routedTo: null,
  });
  await runner.catchUp();
  expect(await jobsIn(tenant)).toMatchObject([{ ids: { incident: well } }]);
  expect(await listParkedReactions(pool)).toMatchObject([
    { reactor: reactor.name, tenant, stream: failing, reason: 'TypeError: no such thing', attempts: 1, events: 2 },
  ]);
  expect((await reactorStatus(pool, people.log.store)).find((status) => status.reactor === reactor.name)).toMatchObject(
    { behind: 0, lag: 0, parked: 2 },
  );
  await people.report(tenant);
  expect((await reactorStatus(pool, people.log.store)).find((status) => status.reactor === reactor.name)).toMatchObject(
    { behind: 1, lag: 1 },
  );

  const source = { reactors: [reactor], log: people.log.store, enqueue: jobs.enqueue };
  await replayParkedReactions(pool, source);
  expect(await listParkedReactions(pool)).toMatchObject([{ attempts: 2, events: 2 }]);
  isFixed = true;
  await replayParkedReactions(pool, source);
  expect(await listParkedReactions(pool)).toEqual([]);
  expect((await jobsIn(tenant)).map(({ ids }) => (ids as { incident: string }).incident).sort()).toEqual(
    [failing, failing, well].sort(),
  );
});

test('an outbox entry becomes a job once its transaction is committed, and never if it is rolled back', async () => {
  const runner = runnerOf(reactorNamed('takes-over'), { queueOf: { VERIFY: QUEUE } });
  const [committed, undone, other, signUp] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await transaction(appPool, async (client) => {
    await putIntoOutbox(client, { guid: committed, kind: 'VERIFY', ids: { signUp } });
    await putIntoOutbox(client, { guid: committed, kind: 'VERIFY', ids: { signUp } });
    await putIntoOutbox(client, { guid: other, kind: 'NOBODY_KNOWS', ids: {} });
  });
  await expect(
    transaction(appPool, async (client) => {
      await putIntoOutbox(client, { guid: undone, kind: 'VERIFY', ids: { signUp } });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await runner.catchUp();
  expect(
    await people.log.asAdmin('select id, data from jobs.job where id = any ($1)', [[committed, undone, other]]),
  ).toEqual([{ id: committed, data: { kind: 'VERIFY', ids: { signUp } } }]);
  expect(await people.log.asAdmin('select guid from outbox')).toEqual([{ guid: other }]);
});

test('the outbox accepts guids only', async () => {
  await expect(
    putIntoOutbox(appPool as unknown as pg.PoolClient, {
      guid: randomUUID(),
      kind: 'VERIFY',
      ids: { address: 'anna@example.com' },
    }),
  ).rejects.toThrow('address of an outbox entry must be a guid');
});

test('the API may write the outbox, but not read it, jobs or checkpoints', async () => {
  for (const statement of [
    'select from outbox',
    'select from jobs.job',
    'select from reactor_checkpoints',
    'select from mail_marks',
    'select from mailbox',
  ]) {
    await expect(appPool.query(statement)).rejects.toThrow(/permission denied/);
  }
});
