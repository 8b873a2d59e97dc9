import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { incidentReported } from '../../../test/test-incidents.ts';
import { RandomWorkload } from '../../../test/random-workload.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { catalogueErrors } from '@plimsoll/postgres/catalogue';
import { notificationListProjection } from '../../notifications/notification-list/project.ts';
import { changeLog, changeLogTable } from '../../audit/change-log/project.ts';
import { projections } from '../../platform/projections.ts';
import { loadLinesProjection } from '../../metrics/load-lines/project.ts';
import { FindLoadLines, FindLoadLinesHandler } from '../../metrics/load-lines/query.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { compareWithRebuild } from './compare-with-rebuild.ts';
import { diffReadModels } from './diff-read-models.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { rebuildReadModels, type RebuildOptions } from './rebuild.ts';
import { openProjectorPool, ProjectionRunner } from '../follow/run-projections.ts';
import {
  NoOtherGeneration,
  rollbackReadModels,
  switchReadModels,
  type Switched,
} from '../generations/switch-read-models.ts';
import { activeGeneration } from '../tables/table.ts';
import { ReadPositions } from '../follow/wait-for-position.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

// All in one log: 4 and 5 are used below, and nothing is recorded twice.
test.each(process.env['HARDENING'] === 'long' ? [1, 2, 3, 6, 7, 8] : [1, 2])(
  'read models that followed the log are, in every column, those rebuilt from it (seed %d)',
  async (seed) => {
    const workload = new RandomWorkload(seed);
    for (const recorded of workload.setUp()) await log.tell(recorded);
    for (let count = 0; count < 400; count++) {
      await log.tell(workload.next());
      if (count % 37 === 0) await log.project(7);
    }
    await log.project();
    const { differences, rows } = await compareWithRebuild({
      projectorUrl: log.database.projectorUrl,
      log: log.store,
      projections,
      pageSize: 50,
    });
    expect(differences).toEqual([]);
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
    expect(await log.parked()).toBe(0);
  },
);

const diff = () => diffReadModels({ projectorUrl: log.database.projectorUrl, projections });

const rebuild = (options: Partial<RebuildOptions> = {}) =>
  rebuildReadModels({
    adminUrl: log.database.adminUrl,
    projectorUrl: log.database.projectorUrl,
    log: log.store,
    projections,
    ...options,
  });

test.each([undefined, 50, 7])(
  'a rebuild gives the same rows again, beside those that answer (pages of %s)',
  async (pageSize) => {
    const before = await log.tables();
    await rebuild(pageSize === undefined ? {} : { pageSize });
    expect(await log.tables()).toEqual(before);
    expect(await log.tables(false)).toEqual(before);
    expect(await log.parked()).toBe(0);
    expect(await diff()).toMatchObject({ differences: [], apart: [] });
  },
);

/** Everything that the tables have except their rows. */
const CATALOGUE = `
  select c.relname, c.relowner::regrole::text as owner, array(select unnest(c.relacl)::text order by 1) as acl, c.reloptions, c.relrowsecurity, c.relforcerowsecurity,
    array(select (a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstattarget, a.attstorage, col_description(c.oid, a.attnum))::text
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 order by a.attnum) as columns,
    array(select (k.contype, pg_get_constraintdef(k.oid))::text from pg_constraint k where k.conrelid = c.oid order by 1) as constraints,
    array(select regexp_replace(pg_get_indexdef(i.indexrelid), '_g[0-9]+', '', 'g') from pg_index i where i.indrelid = c.oid order by 1) as indexes,
    array(select (p.policyname, p.roles, p.cmd, p.qual, p.with_check)::text from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname order by 1) as policies
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1`;

const catalogueOf = async (which: string) => {
  const [names] = await log.asAdmin(
    `select array_agg(t order by t) as tables from read_model_sets s join read_models m on m.name = s.read_model, unnest(s.tables) t where ${which}`,
  );
  return (await log.asAdmin(CATALOGUE, [names!['tables']])).map(({ relname, ...rest }) => ({
    table: String(relname).replace(/_g\d+$/, ''),
    ...rest,
  }));
};

/** Everything that a failed rebuild must not change, except for an inactive generation. */
const everything = async () => [
  await log.tables(),
  await catalogueOf('s.name = m.answers'),
  await log.asAdmin('select name, answers from read_models order by 1'),
  await log.asAdmin(
    'select projection, tenant, position, parked from projection_checkpoints where projection in (select answers from read_models) order by 1, 2',
  ),
  await log.asAdmin(`select name from read_model_sets where state = 'FILLING'`),
];

/** A log that lets the first thread read once a condition holds; the worker thread reads for itself. */
const readWhen = (isTime: () => Promise<boolean>): RebuildOptions['log'] => ({
  ...bound(log.store),
  heads: () => log.store.heads(),
  readPages: async (wanted) => {
    // If the worker thread never starts, the rebuild must fail instead of waiting forever.
    for (const deadline = Date.now() + 30_000; !(await isTime()) && Date.now() < deadline; ) await sleep(5);
    return log.store.readPages(wanted);
  },
});

const readers = async (): Promise<string[]> =>
  (
    await log.asAdmin(
      `select pid::text from pg_stat_activity where application_name = 'plimsoll read' and datname = current_database()`,
    )
  ).map(({ pid }) => pid as string);

test('two threads that share the organizations give the same rows again, and each takes a part of the events', async () => {
  const workload = new RandomWorkload(5);
  for (const recorded of workload.setUp()) await log.tell(recorded);
  for (let count = 0; count < 800; count++) await log.tell(workload.next());
  await log.project();
  const before = await log.tables();
  const portionTaken = async () =>
    (
      await log.asAdmin(
        `select from projection_checkpoints where projection in (select name from read_model_sets where state = 'FILLING') limit 1`,
      )
    ).length > 0;
  const { eventsByThread } = await rebuild({
    sealingKey: log.sealingKey,
    pageSize: 50,
    log: readWhen(portionTaken),
  });
  expect(await log.tables()).toEqual(before);
  expect(eventsByThread).toEqual([expect.any(Number), expect.any(Number)]);
  for (const events of eventsByThread) expect(events).toBeGreaterThan(0);
  const [found] = await log.asAdmin('select sum(least(position, 50))::integer as events from tenant_heads');
  expect(eventsByThread.reduce((sum, events) => sum + events)).toBe(found!['events']);
  expect((await rebuild({ pageSize: 50 })).eventsByThread).toEqual([found!['events']]);
});

test('what goes wrong in the second thread while it reads a portion fails the rebuild, and leaves everything as it was', async () => {
  const before = await everything();
  const known = await readers();
  let came = false;
  const theOtherCameAndWent = async () => {
    const others = (await readers()).filter((pid) => !known.includes(pid));
    came ||= others.length > 0;
    return came && others.length === 0;
  };
  const anotherKey = Buffer.alloc(32);
  await expect(rebuild({ sealingKey: anotherKey, pageSize: 50, log: readWhen(theOtherCameAndWent) })).rejects.toThrow(
    /SEALING_KEY does not open the key/,
  );
  expect(await everything()).toEqual(before);
});

test('a second thread that cannot begin fails the rebuild, and leaves everything as it was', async () => {
  const before = await everything();
  await expect(rebuild({ sealingKey: Buffer.alloc(16), pageSize: 50 })).rejects.toThrow(/16 bytes/);
  expect(await everything()).toEqual(before);
});

test('a rebuild that was killed changes nothing, and the next one begins again', async () => {
  const before = await everything();
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--experimental-transform-types',
      '--no-warnings',
      fileURLToPath(new URL('../../../test/rebuild-process.ts', import.meta.url)),
    ],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ADMIN_URL: log.database.adminUrl,
        PROJECTOR_URL: log.database.projectorUrl,
        SEALING_KEY: log.sealingKey.toString('hex'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await log.asAdmin(`select from read_model_sets where state = 'FILLING'`)).length).toBeGreaterThan(0);
  expect((await everything()).slice(0, 4)).toEqual(before.slice(0, 4));

  await rebuild();
  expect(await everything()).toEqual(before);
  expect(await diff()).toMatchObject({ differences: [], apart: [] });
});

test('the tables of a rebuild have all that the old ones have', async () => {
  await rebuild();
  expect(await catalogueOf('s.name <> m.answers')).toEqual(await catalogueOf('s.name = m.answers'));
  expect(
    await catalogueErrors(log.database.adminUrl, {
      withoutTenant: {
        schema_migrations: 'says what was migrated',
        read_models: 'says which set answers',
        read_model_sets: 'says which sets there are',
        organization_lists: 'says which organizations there are',
        installation: 'says by what mark the log is known',
        checkpoint_keys: 'says whose signatures count',
      },
      writtenByFunctions: [],
    }),
  ).toEqual([]);
});

test('a set is filled, compared, switched to and back while commands are written and questions asked: none fails, and As-Of is never ahead of what is read', async () => {
  const workload = new RandomWorkload(4);
  for (const recorded of workload.setUp()) await log.tell(recorded);
  const pool = openProjectorPool(log.database.projectorUrl);
  const runner = new ProjectionRunner({ projections, log: log.store, pool });
  await runner.start();
  const readers = [0, 1].map(() => new ReadModelReader(log.readPool, projections));
  const positions = readers.map((reader) => new ReadPositions(reader));
  let done = false;
  const wrong: unknown[] = [];
  const answered = new Set<string>();
  const read = async (process: number) => {
    for (let turn = 0; !done; turn++) {
      const { position, sets } = await positions[process]!.waitFor(workload.tenant, ['change-log'], 0);
      answered.add(sets.nameOf('change-log'));
      // A switch in between must not matter.
      if (turn % 3 === 0) await sleep(5);
      const [found] = await readers[process]!.within(sets, () =>
        readers[process]!.ask<{ last: number; set: string }>(workload.tenant, {
          text: `select coalesce(max(position), 0)::integer as last, ${activeGeneration(changeLog)} as set from ${changeLogTable} where tenant = $1`,
          values: [workload.tenant],
        }),
      );
      // It has a row for every event.
      if (found!.last < position || found!.set !== sets.nameOf('change-log')) wrong.push({ position, found });
    }
  };
  const reading = Promise.all([0, 1].map(read));
  const writing = (async () => {
    // At most 200 commands a second: otherwise a busy machine has more to fill the longer it fills.
    for (; !done; await sleep(5)) await log.tell(workload.next());
  })();
  const { projectorUrl } = log.database;
  try {
    await rebuild();
    for (let round = 0; round < 2; round++) {
      expect(await diff()).toMatchObject({ differences: [], apart: [] });
      await switchReadModels({ projectorUrl });
      await sleep(400);
      await rollbackReadModels({ projectorUrl });
      await sleep(400);
    }
    await switchReadModels({ projectorUrl });
    await rebuild();
  } finally {
    done = true;
    await Promise.all([reading, writing]);
    await runner.stop();
    await pool.end();
    for (const position of positions) position.close();
  }
  expect(wrong).toEqual([]);
  expect(answered.size).toBe(2);
  await log.project();
  expect((await log.comparedWithRebuild()).differences).toEqual([]);
  expect(await diff()).toMatchObject({ differences: [], apart: [] });
}, 180_000);

test('a switch waits for no reader and no projector, and is heeded within a second by other processes', async () => {
  await rebuild();
  const { projectorUrl } = log.database;
  const [{ from, to }] = (await switchReadModels({ projectorUrl, readModels: ['incident-list'] })) as [Switched];
  await rollbackReadModels({ projectorUrl });
  const reader = new ReadModelReader(log.readPool, projections);
  expect((await reader.sets()).nameOf('incident-list')).toBe(from);
  await log.asAdmin('begin');
  try {
    // Both generations are read and written all the time.
    for (const set of [from, to]) {
      const [found] = await log.asAdmin('select tables from read_model_sets where name = $1', [set]);
      for (const table of found!['tables'] as string[]) await log.asAdmin(`lock table ${table} in row exclusive mode`);
    }
    await switchReadModels({ projectorUrl, readModels: ['incident-list'] });
    const switchedAt = performance.now();
    while ((await reader.sets()).nameOf('incident-list') !== to) await sleep(10);
    expect(performance.now() - switchedAt).toBeLessThan(1_000);
  } finally {
    await log.asAdmin('rollback');
  }
  await rollbackReadModels({ projectorUrl });
  await expect(rollbackReadModels({ projectorUrl, readModels: ['nothing-such'] })).rejects.toThrow(NoOtherGeneration);
});

test('a row that differs between two sets is counted, with its key and no other value', async () => {
  for (let count = 0; count < 2; count++)
    await log.tell({ tenant: randomUUID(), stream: randomUUID(), event: incidentReported() });
  await log.project();
  await rebuild();
  const [{ tables }] = (await log.asAdmin(
    `select s.tables from read_model_sets s join read_models m on m.name = s.read_model where s.read_model = 'incident-list' and s.name <> m.answers`,
  )) as [{ tables: string[] }];
  const [changed] = await log.asAdmin(
    `update ${tables[0]} set heading = 'Otherwise' where ctid = (select min(ctid) from ${tables[0]}) returning tenant, event_id`,
  );
  const [gone] = await log.asAdmin(
    `delete from ${tables[0]} where ctid = (select max(ctid) from ${tables[0]} where tenant <> $1) returning tenant, event_id`,
    [changed!['tenant']],
  );
  const { differences } = await diff();
  expect(differences).toHaveLength(2);
  for (const { tenant, event_id } of [changed!, gone!]) {
    expect(differences).toContainEqual(
      expect.objectContaining({
        readModel: 'incident-list',
        table: 'incident_list',
        tenant,
        differing: 1,
        samples: [{ event_id }],
      }),
    );
  }
  await rebuild();
  expect((await diff()).differences).toEqual([]);
});

test('two versions of a read model exist side by side, and queries are answered from either', async () => {
  const second: ReadModel = { ...loadLinesProjection, version: 4 };
  const both = [...projections, second];
  const tenant = randomUUID();
  const stream = randomUUID();
  await log.tell({
    tenant,
    stream,
    event: {
      type: 'LoadLinesSet',
      data: { year: 2026, trif: 1.5, ltif: null, mvif: null, setByGuid: null, reason: null },
    },
  });
  await rebuild({ projections: both });
  const pool = openProjectorPool(log.database.projectorUrl);
  await new ProjectionRunner({ projections: both, log: log.store, pool }).catchUp();
  await pool.end();
  const ask = async () => {
    const reader = new ReadModelReader(log.readPool, both);
    return {
      set: (await reader.sets()).nameOf('load-lines'),
      answer: await new FindLoadLinesHandler(reader).execute(new FindLoadLines(tenant, 2026)),
    };
  };
  const before = await ask();
  await switchReadModels({ projectorUrl: log.database.projectorUrl, readModels: ['load-lines'] });
  const after = await ask();
  expect(before.set).toMatch(/^load-lines@3/);
  expect(after.set).toMatch(/^load-lines@4/);
  expect(after.answer).toEqual(before.answer);
  expect(after.answer.trif).toBe(1.5);
  // A process of the previous version continues with the generation that it knows.
  expect((await new ReadModelReader(log.readPool, projections).sets()).nameOf('load-lines')).toBe(before.set);
  await rollbackReadModels({ projectorUrl: log.database.projectorUrl, readModels: ['load-lines'] });
  await rebuild();
});

test('a rebuild sets aside what a read model cannot take, and takes the rest', async () => {
  const sick: ReadModel = {
    ...notificationListProjection,
    project: (events, rows) => {
      if (events.some(({ type }) => type === 'IncidentApproved')) throw new Error('Not this one');
      notificationListProjection.project(events, rows);
    },
  };
  await rebuild({ projections: [sick] });
  const [found] = await log.asAdmin(`
    select count(*)::integer as streams, (select sum(parked)::integer from projection_checkpoints) = (select count(*) from parked_events) as counted
    from parked_events where type = 'IncidentApproved' and reason = 'Error: Not this one'`);
  expect(found!['streams']).toBeGreaterThan(0);
  expect(found!['counted']).toBe(true);
  await rebuild();
  expect(await log.parked()).toBe(0);
  expect((await log.comparedWithRebuild()).differences).toEqual([]);
});

test('a rebuild that fails leaves everything as it was', async () => {
  const before = await everything();
  const heads = () => Promise.reject(new Error('The log is gone'));
  await expect(rebuild({ log: { ...bound(log.store), heads } })).rejects.toThrow('The log is gone');
  expect(await everything()).toEqual(before);
});

const bound = (store: TestEventLog['store']) => ({
  read: store.read.bind(store),
  readPages: store.readPages.bind(store),
  watch: store.watch.bind(store),
});

test('rows that outlived their checkpoints are written over, and nothing is set aside', async () => {
  const before = await log.tables();
  await log.asAdmin('delete from projection_checkpoints');
  await log.project();
  expect(await log.tables()).toEqual(before);
  expect(await log.parked()).toBe(0);
});

test('a row that is not what the log says is found', async () => {
  const [{ tables }] = (await log.asAdmin(
    `select s.tables from read_model_sets s join read_models m on m.answers = s.name where s.read_model = 'incident-list'`,
  )) as [{ tables: string[] }];
  await log.asAdmin(`update ${tables[0]} set severity = 9 where ctid = (select min(ctid) from ${tables[0]})`);
  const { differences } = await log.comparedWithRebuild();
  expect(differences).toEqual([
    { table: tables[0], onlyLive: [expect.any(String)], onlyRebuilt: [expect.any(String)] },
  ]);
});
