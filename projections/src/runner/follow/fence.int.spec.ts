import type { Page } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { RandomWorkload, seeded } from '../../../test/random-workload.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { commitPages } from './commit-pages.ts';
import { compareWithRebuild } from '../rebuild/compare-with-rebuild.ts';
import type { PageWork } from './page-work.ts';
import { PageRows } from './page-rows.ts';
import { firstGeneration, projectInto } from '../tables/generation.ts';
import { openProjectorPool, ProjectionRunner } from './run-projections.ts';

let log: TestEventLog;
let pool: pg.Pool;
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  pool = openProjectorPool(log.database.projectorUrl, 6);
});
afterAll(async () => {
  await pool?.end();
  await log?.close();
});

async function recorded(seed: number, events: number): Promise<RandomWorkload> {
  const workload = new RandomWorkload(seed);
  for (const one of workload.setUp()) await log.tell(one);
  for (let count = 0; count < events; count++) await log.tell(workload.next());
  return workload;
}

const differences = async () =>
  (await compareWithRebuild({ projectorUrl: log.database.projectorUrl, log: log.store, projections })).differences;

test('a page from before the checkpoint writes nothing', async () => {
  const { tenant } = await recorded(11, 60);
  await log.project();
  const page = await log.store.read(tenant, 20, 30);
  const stale: PageWork[] = projections.map((readModel) => ({
    projection: projectInto(readModel, firstGeneration(readModel)),
    tenant,
    from: 20,
    to: 50,
    events: page.events,
  }));
  const before = await log.tables();

  const client = await pool.connect();
  const committed = await commitPages(client, stale);
  client.release();

  expect(committed.moved).toEqual([]);
  expect(committed.stale).toHaveLength(projections.length);
  expect(await log.tables()).toEqual(before);
});

test('a set whose tables were dropped meanwhile keeps no other one from its page', async () => {
  const workload = await recorded(14, 60);
  await log.project();
  const { tenant } = workload;
  const from = (await log.store.heads()).find((head) => head.tenant === tenant)!.position;
  for (let count = 0; count < 30; count++) await log.tell(workload.next());
  const { events, head: to } = await log.store.read(tenant, from, 100);
  const pages = (generation: number): PageWork[] =>
    projections.map((readModel) => ({
      projection: projectInto(readModel, { ...firstGeneration(readModel), generation }),
      tenant,
      from,
      to,
      events,
    }));

  const client = await pool.connect();
  const committed = await commitPages(client, [...pages(99), ...pages(1)]);
  client.release();

  expect([committed.stale.length, committed.moved.length]).toEqual([projections.length, projections.length]);
});

test('a projector that was stopped with a page in its hands and continues after another has gone on writes nothing', async () => {
  const workload = await recorded(12, 80);
  let continueNow!: () => void;
  const stopped = new Promise<void>((resolve) => (continueNow = resolve));
  let holding!: () => void;
  const hasPage = new Promise<void>((resolve) => (holding = resolve));
  const asleep = {
    heads: () => log.store.heads(),
    watch: async () => async () => undefined,
    read: async (tenant: string, after: number, limit: number): Promise<Page> => {
      const page = await log.store.read(tenant, after, limit);
      if (tenant === workload.tenant) {
        holding();
        await stopped;
      }
      return page;
    },
  };
  const slow = new ProjectionRunner({ projections, log: asleep, pool });
  const moved: string[] = [];
  slow.onMoved((tenant) => moved.push(tenant));
  const finished = slow.catchUp();
  await hasPage;
  for (let count = 0; count < 50; count++) await log.tell(workload.next());
  await log.project();
  const before = await log.tables();
  continueNow();
  await finished;
  expect(moved).not.toContain(workload.tenant);
  expect(await log.tables()).toEqual(before);
  expect(await differences()).toEqual([]);
});

test('two projectors at once take each event once', async () => {
  await recorded(13, 200);
  await Promise.all(
    [5, 7].map((pageSize) => new ProjectionRunner({ projections, log: log.store, pool, pageSize }).catchUp()),
  );
  expect(await differences()).toEqual([]);
});

test('events that are delivered three times and shuffled give the same rows', async () => {
  await recorded(24, 200);
  const random = seeded(24);
  const unruly = {
    heads: () => log.store.heads(),
    watch: async () => async () => undefined,
    read: async (tenant: string, after: number, limit: number): Promise<Page> => {
      const { events, head } = await log.store.read(tenant, after, limit);
      const again = await log.store.read(tenant, Math.max(0, after - 5), 5);
      return {
        head,
        events: shuffled(
          [...events, ...events, ...events, ...again.events.filter(({ position }) => position <= after)],
          random,
        ),
      };
    },
  };
  await new ProjectionRunner({ projections, log: unruly, pool, pageSize: 11 }).catchUp();
  expect(await differences()).toEqual([]);
});

test('the order between streams does not matter to a read model', async () => {
  const { tenant } = await recorded(15, 300);
  const { events } = await log.store.read(tenant, 0, 1_000);
  for (let seed = 0; seed < 5; seed++) {
    const random = seeded(seed);
    const streams = [...Map.groupBy(events, ({ stream }) => stream.guid).values()].map((stream) => [...stream]);
    const mixed = events.map(() => {
      const open = streams.filter((stream) => stream.length > 0);
      return open[Math.floor(random() * open.length)]!.shift()!;
    });
    for (const projection of projections) {
      const fold = (order: typeof events) => {
        const rows = new PageRows();
        for (const table of projection.tables) rows.load({ table, keys: 'ALL' }, []);
        projection.project(
          order.filter(({ type }) => projection.eventTypes.has(type)),
          rows,
        );
        return rows
          .changes()
          .map(({ table, added }) => [table.name, added.map((row) => JSON.stringify(row)).sort()] as const);
      };
      expect(Object.fromEntries(fold(mixed))).toEqual(Object.fromEntries(fold(events)));
    }
  }
});

function shuffled<T>(list: T[], random: () => number): T[] {
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other]!, list[index]!];
  }
  return list;
}
