import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RandomWorkload } from '../../test/random-workload.ts';
import { ToldLog } from '../../test/told-log.ts';
import { catalogueFaults } from '@plimsoll/postgres/catalogue';
import { notificationListProjection } from '../notification-list/project.ts';
import { projections } from '../projections.ts';
import { compareWithRebuild } from './compare-with-rebuild.ts';
import type { Projection } from './projection.ts';
import { rebuildReadModels, type RebuildOptions } from './rebuild.ts';

let log: ToldLog;
beforeAll(async () => void (log = await ToldLog.open(projections)));
afterAll(() => log?.close());

test.each([1, 2, 3])('read models that followed the log are, in every column, those rebuilt from it (seed %d)', async (seed) => {
  const workload = new RandomWorkload(seed);
  for (const told of workload.setUp()) await log.tell(told);
  for (let count = 0; count < 400; count++) {
    await log.tell(workload.next());
    if (count % 37 === 0) await log.project(7);
  }
  await log.project();
  const { differences, rows } = await compareWithRebuild({ projectorUrl: log.database.projectorUrl, log: log.store, projections, pageSize: 50 });
  expect(differences).toEqual([]);
  expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
  expect(await log.parked()).toBe(0);
});

const rebuild = (options: Partial<RebuildOptions> = {}) =>
  rebuildReadModels({ adminUrl: log.database.adminUrl, projectorUrl: log.database.projectorUrl, log: log.store, projections, ...options });

test.each([undefined, 50, 7])('a rebuild gives the same rows again (pages of %s)', async (pageSize) => {
  const before = await log.tables();
  await rebuild(pageSize === undefined ? {} : { pageSize });
  expect(await log.tables()).toEqual(before);
  expect(await log.parked()).toBe(0);
  await log.project();
  expect(await log.tables()).toEqual(before);
});

/** Everything that a table has besides its rows. */
const CATALOGUE = `
  select c.relname, c.relowner::regrole::text as owner, c.relacl::text, c.reloptions, c.relrowsecurity, c.relforcerowsecurity,
    array(select (a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstattarget, a.attstorage, col_description(c.oid, a.attnum))::text
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 order by a.attnum) as columns,
    array(select (k.conname, pg_get_constraintdef(k.oid))::text from pg_constraint k where k.conrelid = c.oid order by 1) as constraints,
    array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid order by 1) as indexes,
    array(select p::text from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname order by 1) as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`;

const STANDING = 'select projection, tenant, position, parked from projection_checkpoints order by 1, 2';

/** All that a rebuild which fails must leave as it was. */
const everything = async () => [
  await log.tables(), await log.asAdmin(CATALOGUE), await log.asAdmin(STANDING), await log.asAdmin(`select nspname from pg_namespace where nspname like 'read_models%'`),
];

/** A log that lets the first thread read when something is true; the second thread reads for itself. */
const readWhen = (isTime: () => Promise<boolean>): RebuildOptions['log'] => ({
  ...bound(log.store),
  heads: () => log.store.heads(),
  readPages: async (wanted) => {
    while (!(await isTime())) await sleep(5);
    return log.store.readPages(wanted);
  },
});

const readers = async (): Promise<string[]> =>
  (await log.asAdmin(`select pid::text from pg_stat_activity where application_name = 'plimsoll read' and datname = current_database()`)).map(({ pid }) => pid as string);

test('two threads that share the organizations give the same rows again, and each takes a part of the events', async () => {
  const workload = new RandomWorkload(5);
  for (const told of workload.setUp()) await log.tell(told);
  for (let count = 0; count < 3_000; count++) await log.tell(workload.next());
  await log.project();
  const before = await log.tables();
  const somebodyTookAPortion = async () => (await log.asAdmin('select from read_models_rebuilt.projection_checkpoints limit 1')).length > 0;
  const { eventsByThread } = await rebuild({ sealingKey: log.sealingKey, pageSize: 50, log: readWhen(somebodyTookAPortion) });
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
  await expect(rebuild({ sealingKey: anotherKey, pageSize: 50, log: readWhen(theOtherCameAndWent) })).rejects.toThrow(/SEALING_KEY does not open the key/);
  expect(await everything()).toEqual(before);
});

test('a second thread that cannot begin fails the rebuild, and leaves everything as it was', async () => {
  const before = await everything();
  await expect(rebuild({ sealingKey: Buffer.alloc(16), pageSize: 50 })).rejects.toThrow(/16 bytes/);
  expect(await everything()).toEqual(before);
});

test('a rebuild that was killed changes nothing, and the next begins anew', async () => {
  const before = await everything();
  const child = spawn(process.execPath, ['--conditions=source', '--experimental-transform-types', '--no-warnings', fileURLToPath(new URL('../../test/rebuild-process.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], ADMIN_URL: log.database.adminUrl, PROJECTOR_URL: log.database.projectorUrl, SEALING_KEY: log.sealingKey.toString('hex') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [left] = await log.asAdmin(`select count(*)::integer as tables from pg_tables where schemaname = 'read_models_rebuilt'`);
  expect(left!['tables']).toBeGreaterThan(0);
  expect((await everything())[0]).toEqual(before[0]);

  await rebuild();
  expect(await everything()).toEqual(before);
});

test('the tables of a rebuild have all that the old ones had', async () => {
  const before = await log.asAdmin(CATALOGUE);
  await rebuild();
  expect(await log.asAdmin(CATALOGUE)).toEqual(before);
  expect(await catalogueFaults(log.database.adminUrl, { withoutTenant: { schema_migrations: 'says what was migrated' }, writtenByFunctions: [] })).toEqual([]);
});

test('reads find the rows all the time, and a projector that follows the log meanwhile loses nothing', async () => {
  const workload = new RandomWorkload(4);
  for (const told of workload.setUp()) await log.tell(told);
  await log.project();
  const rebuilding = { done: false };
  const rebuilt = rebuild().finally(() => (rebuilding.done = true));
  let fewest = Infinity;
  for (let count = 0; count < 100 || !rebuilding.done; count++) {
    await log.tell(workload.next());
    await log.project();
    const [found] = await log.asAdmin('select count(*)::integer as count from incident_history_v1');
    fewest = Math.min(fewest, found!['count'] as number);
  }
  await rebuilt;
  await log.project();
  expect(fewest).toBeGreaterThan(100);
  expect((await log.comparedWithRebuild()).differences).toEqual([]);
});

test('a rebuild sets aside what a read model cannot take, and takes the rest', async () => {
  const sick: Projection = {
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

const bound = (store: ToldLog['store']) => ({ read: store.read.bind(store), readPages: store.readPages.bind(store), watch: store.watch.bind(store) });

test('rows that outlived their checkpoints are written over, and nothing is set aside', async () => {
  const before = await log.tables();
  await log.asAdmin('delete from projection_checkpoints');
  await log.project();
  expect(await log.tables()).toEqual(before);
  expect(await log.parked()).toBe(0);
});

test('a row that is not what the log says is found', async () => {
  await log.asAdmin(`update incident_list_v1 set severity = 9 where ctid = (select min(ctid) from incident_list_v1)`);
  const { differences } = await compareWithRebuild({ projectorUrl: log.database.projectorUrl, log: log.store, projections });
  expect(differences).toEqual([{ table: 'incident_list_v1', onlyLive: [expect.any(String)], onlyRebuilt: [expect.any(String)] }]);
});
