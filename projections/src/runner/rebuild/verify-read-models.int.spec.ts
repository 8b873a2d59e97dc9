import { randomUUID } from 'node:crypto';
import { RandomWorkload } from '../../../test/random-workload.ts';
import { incidentReported } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { rebuildReadModels } from './rebuild.ts';
import { openProjectorPool, ProjectionRunner } from '../follow/run-projections.ts';
import { verifyReadModels, type VerifyOptions } from './verify-read-models.ts';

let log: TestEventLog;
const workload = new RandomWorkload(11);

beforeAll(async () => {
  log = await TestEventLog.open(projections);
  for (const events of workload.setUp()) await log.tell(events);
  for (let count = 0; count < 400; count++) await log.tell(workload.next());
  await log.project();
});
afterAll(() => log?.close());

const verify = (options: Partial<VerifyOptions> = {}) =>
  verifyReadModels({ projectorUrl: log.database.projectorUrl, log: log.store, projections, ...options });

/**
 * Resolves when the temporary tables are gone, a moment after their session ended. Never, if a session was left open.
 */
async function temporaryTablesGone(): Promise<void> {
  while ((await log.asAdmin("select from pg_class where relpersistence = 't' limit 1")).length > 0)
    await new Promise((later) => setTimeout(later, 20));
}

/** Everything that verifying must not change: the active and inactive generations, and that nothing else exists. */
const everything = async () => [
  await log.tables(),
  await log.tables(false),
  await log.asAdmin('select * from read_model_sets order by name'),
  await log.asAdmin('select * from read_models order by name'),
  await log.asAdmin('select * from projection_checkpoints order by projection, tenant'),
  await log.asAdmin('select * from parked_events'),
  await log.asAdmin(
    "select relname from pg_class where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) order by 1",
  ),
];

test('read models that followed the log are what it says, and neither they nor those that wait for a switch are touched', async () => {
  await rebuildReadModels({
    adminUrl: log.database.adminUrl,
    projectorUrl: log.database.projectorUrl,
    log: log.store,
    projections,
    pageSize: 50,
  });
  const before = await everything();
  const { differences, rows, apart } = await verify({ pageSize: 50 });
  await temporaryTablesGone();
  expect({ differences, apart }).toEqual({ differences: [], apart: [] });
  expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
  expect(Object.keys(rows).length).toBeGreaterThanOrEqual(projections.length);
  expect(await everything()).toEqual(before);
});

test('a value that was altered, a row that was taken out and one that was put in are named by their keys, without a value', async () => {
  const [{ tables }] = (await log.asAdmin(
    `select s.tables from read_model_sets s join read_models m on m.answers = s.name where s.read_model = 'incident-list'`,
  )) as [{ tables: [string] }];
  const [table] = tables;
  const rowsOf = () =>
    log.asAdmin(`select event_id, heading from ${table} where tenant = $1 order by event_id`, [workload.tenant]);
  const [changed, gone, doubled] = (await rowsOf()) as { event_id: string; heading: string }[];
  const other = randomUUID();
  await log.asAdmin('begin');
  await log.asAdmin(`create temporary table kept as select * from ${table} where event_id = any ($1)`, [
    [changed!.event_id, gone!.event_id],
  ]);
  await log.asAdmin('commit');
  await log.asAdmin(`update ${table} set heading = 'Harmless after all' where event_id = $1`, [changed!.event_id]);
  await log.asAdmin(`delete from ${table} where event_id = $1`, [gone!.event_id]);
  await log.asAdmin(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('event_id', $2::text, 'number', 999999))).* from ${table} t where event_id = $1`,
    [doubled!.event_id, other],
  );
  try {
    const { differences, apart } = await verify();
    expect(apart).toEqual([]);
    expect(differences).toEqual([
      {
        readModel: 'incident-list',
        set: expect.stringMatching(/^incident-list@4/),
        tenant: workload.tenant,
        table,
        rows: expect.any(Number),
        differing: 3,
        samples: expect.any(Array),
      },
    ]);
    const named = differences[0]!.samples.map((key) => key['event_id']);
    expect(named.sort()).toEqual([changed!.event_id, gone!.event_id, other].sort());
    expect(differences[0]!.samples.map((key) => Object.keys(key))).toEqual([['event_id'], ['event_id'], ['event_id']]);
    expect(
      (await verify({ projections: projections.filter(({ name }) => name !== 'incident-list') })).differences,
    ).toEqual([]);
  } finally {
    await log.asAdmin(`delete from ${table} where event_id = any ($1)`, [[changed!.event_id, other]]);
    await log.asAdmin(`insert into ${table} select * from kept`);
  }
  expect((await verify()).differences).toEqual([]);
});

test('while commands are written all the time it compares at one position, and finds no difference that is none', async () => {
  const pool = openProjectorPool(log.database.projectorUrl);
  const runner = new ProjectionRunner({ projections, log: log.store, pool });
  await runner.start();
  let done = false;
  const writing = (async () => {
    while (!done) await log.tell(workload.next());
  })();
  try {
    const { differences, apart, rows } = await verify({ pageSize: 100 });
    expect({ differences, apart }).toEqual({ differences: [], apart: [] });
    expect(Object.keys(rows).length).toBeGreaterThanOrEqual(projections.length);
  } finally {
    done = true;
    await writing;
    await runner.stop();
    await pool.end();
  }
});

test('what a read model has of an organization that the log does not know, or does not have of one that it knows, is said', async () => {
  const [unknown, hidden] = [randomUUID(), randomUUID()];
  await log.asAdmin(
    `insert into projection_checkpoints (projection, tenant, position) select answers, $1, 5 from read_models where name = 'load-lines'`,
    [unknown],
  );
  await log.tell({ tenant: hidden, stream: randomUUID(), event: incidentReported() });
  const only = { projections: projections.filter(({ name }) => name === 'load-lines'), patienceMs: 0 };
  await log.project();
  await log.asAdmin(`delete from projection_checkpoints where tenant = $1`, [hidden]);
  const { differences, apart } = await verify(only);
  expect(differences).toEqual([]);
  expect(apart.map(({ tenant }) => tenant).sort()).toEqual([unknown, hidden].sort());
  await log.asAdmin('delete from projection_checkpoints where tenant = $1', [unknown]);
  await log.project();
  expect(await verify(only)).toMatchObject({ differences: [], apart: [] });
});

test('rows of an organization of which there is neither a log nor a checkpoint are named', async () => {
  const nobody = randomUUID();
  const [{ tables }] = (await log.asAdmin(
    `select s.tables from read_model_sets s join read_models m on m.answers = s.name where s.read_model = 'incident-list'`,
  )) as [{ tables: [string] }];
  const [table] = tables;
  const [{ event_id: eventId }] = (await log.asAdmin(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('tenant', $2::text))).* from ${table} t where tenant = $1 limit 1 returning event_id`,
    [workload.tenant, nobody],
  )) as [{ event_id: string }];
  try {
    const { differences, apart } = await verify();
    expect({ differences, apart }).toEqual({
      apart: [],
      differences: [
        {
          readModel: 'incident-list',
          set: expect.stringMatching(/^incident-list@/),
          tenant: nobody,
          table,
          rows: 1,
          differing: 1,
          samples: [{ event_id: eventId }],
        },
      ],
    });
  } finally {
    await log.asAdmin(`delete from ${table} where tenant = $1`, [nobody]);
  }
  expect(await verify()).toMatchObject({ differences: [], apart: [] });
});
