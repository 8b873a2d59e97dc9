import { connect, createServer, type Server, type Socket } from 'node:net';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { ActiveGenerations } from './active-generations.ts';
import { QueryBatcher } from './query-batcher.ts';
import { ReadModelReader } from './read-model-reader.ts';
import { queryAsTenant, type TenantScope, type ReadStatement } from './query-as-tenant.ts';

const tenant = '01990000-0000-7000-8000-00000000000a';
const whose = {
  name: 'whose',
  text: "select current_setting('plimsoll.tenant', true) as tenant, current_setting('transaction_read_only') as reads_only",
};
const readAsTenant = async (of: pg.Pool, whom: string, statement: ReadStatement) =>
  (await queryAsTenant(of, { tenant: whom }, [statement]))[0];
const readAllAsTenant = (of: pg.Pool, whom: string, statements: readonly ReadStatement[]) =>
  queryAsTenant(of, { tenant: whom }, statements, 'isolation level repeatable read');
const refused = { text: 'select 1 / 0' };

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  pool = new pg.Pool({ connectionString: database.appUrl, max: 1, pipeline: true });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test('the tenant is set for one question, and for nothing else on its connection', async () => {
  expect(await readAsTenant(pool, tenant, whose)).toEqual([{ tenant, reads_only: 'on' }]);
  expect((await pool.query(whose.text)).rows).toEqual([{ tenant: '', reads_only: 'off' }]);
});

test('several questions are answered in their order, from one snapshot', async () => {
  const now = { text: "select current_setting('transaction_isolation') as isolation, now() as now" };
  const [first, second, third] = await readAllAsTenant(pool, tenant, [now, now, whose]);
  expect(first).toEqual([{ isolation: 'repeatable read', now: expect.anything() }]);
  expect(second).toEqual(first);
  expect(third).toEqual([{ tenant, reads_only: 'on' }]);
});

test('a refused question says what the database said, and leaves a good connection without a tenant', async () => {
  const { processID } = (await pool.query<{ processID: number }>('select pg_backend_pid() as "processID"')).rows[0]!;
  await expect(readAllAsTenant(pool, tenant, [whose, refused, whose])).rejects.toThrow('division by zero');
  expect((await pool.query('select pg_backend_pid() as "processID"')).rows).toEqual([{ processID }]);
  expect((await pool.query(whose.text)).rows).toEqual([{ tenant: '', reads_only: 'off' }]);
});

test('a connection that is lost during a question is not used again', async () => {
  const cutOff = { text: 'select pg_terminate_backend(pg_backend_pid())' };
  await readAsTenant(pool, tenant, cutOff).catch(() => undefined);
  expect(await readAsTenant(pool, tenant, whose)).toEqual([{ tenant, reads_only: 'on' }]);
});

test.each([true, false])(
  'nothing that pg gives up is used, whether the pool pipelines or not (%s)',
  async (pipeline) => {
    const warnings: string[] = [];
    const hear = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
    process.on('warning', hear);
    const own = new pg.Pool({ connectionString: database.appUrl, max: 2, pipeline });
    try {
      await Promise.all(Array.from({ length: 5 }, () => readAllAsTenant(own, tenant, [whose, whose, whose])));
      await readAllAsTenant(own, tenant, [whose, refused, whose]).catch(() => undefined);
      expect(await readAsTenant(own, tenant, whose)).toEqual([{ tenant, reads_only: 'on' }]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', hear);
      await own.end();
    }
  },
);

test('what is no guid is not asked at all', async () => {
  await expect(readAsTenant(pool, `${tenant}'; drop table events; --`, whose)).rejects.toThrow(TypeError);
});

describe('questions that are gathered', () => {
  const user = '01990000-0000-7000-8000-00000000000b';
  const settings = {
    text: `select current_setting('plimsoll.tenant', true) as tenant, current_setting('plimsoll.user', true) as "user", current_setting('plimsoll.tenants', true) as tenants`,
  };
  const begun = { text: "select now()::text as at, current_setting('transaction_isolation') as isolation" };

  /** Runs work with a reader without read models. */
  const ofNoSets = <T>(work: (reader: ReadModelReader) => T): T => {
    const reader = new ReadModelReader(pool, []);
    return reader.within(new ActiveGenerations([], new Map()), () => work(reader));
  };

  test('of one turn are asked in one transaction, each about one and about nothing that another named', async () => {
    const gathered = new QueryBatcher(pool);
    const naming = { text: `select set_config('plimsoll.tenants', '{${tenant}}', true)` };
    const [own, organizations, several] = await Promise.all([
      gathered.ask({ scope: { user }, statements: [naming, settings, begun] }),
      gathered.ask({ scope: { tenant }, statements: [settings, begun] }, 'isolation level repeatable read'),
      Promise.resolve().then(() => gathered.ask({ scope: { tenants: [tenant, user] }, statements: [settings, begun] })),
    ]);
    expect([own![1], organizations![0], several![0]]).toEqual([
      [{ tenant: '', user, tenants: `{${tenant}}` }],
      [{ tenant, user: '', tenants: '' }],
      [{ tenant: '', user: '', tenants: `{${tenant},${user}}` }],
    ]);
    expect(own![2]).toEqual([{ at: expect.any(String), isolation: 'repeatable read' }]);
    expect([organizations![1], several![1]]).toEqual([own![2], own![2]]);
    expect((await pool.query(settings.text)).rows).toEqual([{ tenant: '', user: '', tenants: '' }]);
    const later = (await gathered.ask({ scope: { tenant }, statements: [begun] }))[0]![0];
    expect(later).toEqual({ at: expect.any(String), isolation: 'read committed' });
    expect(later).not.toEqual(own![2]![0]);
  });

  test('are asked once where they are the same of the same', async () => {
    const gathered = new QueryBatcher(pool);
    const drawn = (value: string) => ({
      name: 'drawn',
      text: 'select $1 as value, gen_random_uuid() as drawn',
      values: [value],
    });
    const ask = async (scope: TenantScope, ...statements: ReadStatement[]) =>
      (await gathered.ask({ scope, statements }))[0]![0];
    const [one, same, ofAnother, other, twice, nameless] = await Promise.all([
      ask({ tenant }, drawn('a')),
      ask({ tenant }, drawn('a')),
      ask({ tenant: user }, drawn('a')),
      ask({ tenant }, drawn('b')),
      ask({ tenant }, drawn('a'), drawn('a')),
      ask({ tenant }, { text: drawn('a').text, values: ['a'] }),
    ]);
    expect(same).toEqual(one);
    expect(
      new Set([one, ofAnother, other, twice, nameless].map((answer) => (answer as { drawn: string }).drawn)).size,
    ).toBe(5);
    expect([ofAnother, other]).toEqual([
      { value: 'a', drawn: expect.any(String) },
      { value: 'b', drawn: expect.any(String) },
    ]);
    expect(await ask({ tenant }, drawn('a'))).not.toEqual(one);
  });

  test('are asked in transactions of two dozen at most', async () => {
    const gathered = new QueryBatcher(pool);
    const asked = await Promise.all(
      Array.from({ length: 60 }, () => gathered.ask({ scope: { tenant }, statements: [begun] })),
    );
    expect(
      [
        ...Map.groupBy(
          asked.map(([rows]) => (rows![0] as { at: string }).at),
          (at) => at,
        ).values(),
      ].map(({ length }) => length),
    ).toEqual([24, 24, 12]);
  });

  test('batched queries share one transaction, and a query outside the batch has its own', async () => {
    const [own, others, beside, alone] = await ofNoSets((reader) =>
      Promise.all([
        reader.batched(() => reader.ask(tenant, begun)),
        reader.batched(() => reader.ask(user, begun)),
        reader.batched(() => reader.queryGlobal(begun)),
        reader.ask(tenant, begun),
      ]),
    );
    expect([others, beside]).toEqual([own, own]);
    expect(alone).not.toEqual(own);
  });

  test('of nobody are asked without a tenant', async () => {
    const nobody = [{ tenant: '', user: '', tenants: '{}' }];
    const [, beside] = await ofNoSets((reader) =>
      reader.batched(() => Promise.all([reader.ask(tenant, settings), reader.queryGlobal(settings)])),
    );
    expect(beside).toEqual(nobody);
    expect(await ofNoSets((reader) => reader.queryGlobal(settings))).toEqual(nobody);
  });

  test('are answered, but for the one that is refused', async () => {
    const gathered = new QueryBatcher(pool);
    const [good, bad, nobody] = await Promise.allSettled([
      gathered.ask({ scope: { tenant }, statements: [whose] }),
      gathered.ask({ scope: { tenant }, statements: [refused] }),
      gathered.ask({ scope: { user }, statements: [whose] }),
    ]);
    expect(good).toEqual({ status: 'fulfilled', value: [[{ tenant, reads_only: 'on' }]] });
    expect(bad).toEqual({ status: 'rejected', reason: expect.objectContaining({ message: 'division by zero' }) });
    expect(nobody).toEqual({ status: 'fulfilled', value: [[{ tenant: '', reads_only: 'on' }]] });
  });
});

describe('over a line that holds back every answer until the last word was said', () => {
  let line: Server;
  let isHolding = false;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    const { hostname, port } = new URL(database.appUrl);
    line = createServer((client) => {
      const server = connect(Number(port), hostname);
      const held: Buffer[] = [];
      let sent = '';
      sockets.push(client, server);
      client.on('data', (words) => {
        if (isHolding) sent += words.toString('latin1');
        if (sent.includes('commit')) {
          isHolding = false;
          for (const answer of held.splice(0)) client.write(answer);
        }
        server.write(words);
      });
      server.on('data', (answer) => void (isHolding ? held.push(answer) : client.write(answer)));
      for (const socket of [client, server]) socket.on('error', () => undefined);
    });
    await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    line?.close();
  });

  test('a question costs one round trip', async () => {
    const url = new URL(database.appUrl);
    url.port = String((line.address() as { port: number }).port);
    const far = new pg.Pool({ connectionString: url.toString(), max: 1, pipeline: true, query_timeout: 3_000 });
    far.on('error', () => undefined);
    await far.query('select 1');
    isHolding = true;
    expect(await readAsTenant(far, tenant, whose)).toEqual([{ tenant, reads_only: 'on' }]);
    expect(isHolding).toBe(false);
    await far.end();
  });
});
