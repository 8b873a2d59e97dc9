import { generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { foundOrganizations } from '../../../tools/bench/load/bench-organizations.ts';
import { Product } from '../../../tools/test/product.ts';
import { readConfiguration } from './configuration.ts';
import { openDatabase } from './database.ts';
import {
  removeEmbeddedCluster,
  startEmbeddedCluster,
  type EmbeddedCluster,
} from './embedded-postgres/embedded-cluster.ts';
import { migrateGiven } from './migrate-database.ts';
import { explain } from './plain-error.ts';

/** A separate server, since roles belong to the whole server. */
let server: EmbeddedCluster;
let dataDir: string;
let serverDir: string;
const products: Product[] = [];

/** Name and checksum of every step that the last version of the previous log format had run. */
const olderSteps = readFileSync(new URL('../../../tools/test/older-migrations.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

beforeAll(async () => {
  serverDir = mkdtempSync(join(tmpdir(), 'plimsoll-server-'));
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-given-'));
  server = await startEmbeddedCluster({ dataDir: serverDir });
  for (const name of ['given', 'older', 'keys'])
    await query(server.adminUrl, `create database ${name} encoding 'UTF8' template template0`);
});

afterEach(async () => {
  await Promise.all(products.splice(0).map((product) => product.kill('SIGKILL')));
});

afterAll(async () => {
  await server.stop();
  for (const folder of [serverDir, dataDir]) {
    await removeEmbeddedCluster({ dataDir: join(folder, 'postgres') });
    rmSync(folder, { recursive: true, force: true });
  }
});

async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const adminUrl = (database = 'given') =>
  Object.assign(new URL(server.adminUrl), { pathname: `/${database}` }).toString();
const appUrl = (database = 'given') => `postgresql://plimsoll_app@127.0.0.1:${server.port}/${database}`;
const sealingKey = randomBytes(32).toString('base64');
const environment = (given: Record<string, string>) =>
  readConfiguration({ DATA_DIR: dataDir, SEALING_KEY: sealingKey, ...given });

/** The message of an attempt that should fail. */
const attempt = (work: Promise<unknown>): Promise<string> => work.then(() => 'it went well', explain);
const open = (given: Record<string, string>) =>
  attempt(openDatabase(environment(given), { alone: true, say: () => undefined }).then((database) => database.close()));
const migrate = (given: Record<string, string> = {}) =>
  attempt(migrateGiven(environment({ DATABASE_ADMIN_URL: adminUrl(), ...given }), () => undefined));

const run = (given: Record<string, string>, args: string[] = [], program: 'main' | 'command-line' = 'main') => {
  const product = new Product(dataDir, { SEALING_KEY: sealingKey, ...given }, args, program);
  products.push(product);
  return product;
};
const ended = async (product: Product) => ({ code: await product.ended, lines: product.lines });

test('without roles and tables it says which command makes them', async () => {
  expect(await open({ DATABASE_URL: appUrl() })).toMatch(
    /^plimsoll: cannot use the database 127\.0\.0\.1:\d+\/given of DATABASE_URL: .*DATABASE_ADMIN_URL=… npm run plimsoll -- migrate/,
  );
  expect(await migrate({ DATABASE_ADMIN_URL: '', DATABASE_URL: appUrl() })).toMatch(
    /^plimsoll: `migrate` needs DATABASE_ADMIN_URL/,
  );
});

test('it does not serve with the address of a superuser, nor with one beside its own', async () => {
  const superuser = await open({ DATABASE_URL: adminUrl() });
  expect(superuser).toMatch(
    /^plimsoll: DATABASE_URL: Refusing to serve as postgres: it is a superuser\. Use plimsoll_app .*DATABASE_ADMIN_URL=… npm run plimsoll -- migrate$/,
  );
  expect(superuser).not.toContain(new URL(server.adminUrl).password);
  expect(await ended(run({ DATABASE_URL: appUrl(), DATABASE_ADMIN_URL: adminUrl() }))).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^plimsoll: DATABASE_ADMIN_URL is for `migrate`/)],
  });
});

test('migrated by the administrator, it serves with the address of plimsoll_app alone, and nobody else is connected', async () => {
  const migrated = () => ended(run({ DATABASE_ADMIN_URL: adminUrl() }, ['migrate'], 'command-line'));
  expect(await migrated()).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^Brought the database forward by \d+ steps$/),
      'The database is that of this version',
    ],
  });
  const product = run({ DATABASE_URL: appUrl() });
  expect((await fetch(`${await product.address()}/health/ready`)).status).toBe(200);
  const users = await query(
    server.adminUrl,
    "select distinct usename::text from pg_stat_activity where datname = 'given' order by usename",
  );
  expect(users).toEqual([{ usename: 'plimsoll_app' }, { usename: 'plimsoll_projector' }]);
  expect(await product.kill('SIGTERM')).toBe(0);
});

test('an owner of the tables is refused as well', async () => {
  await query(adminUrl(), "create role keeper login password 'x'; grant plimsoll_owner to keeper");
  expect(await open({ DATABASE_URL: appUrl().replace('plimsoll_app', 'keeper:x') })).toMatch(
    /^plimsoll: DATABASE_URL: Refusing to serve as keeper: it can act as the owner of the tables/,
  );
});

test('the roles may have passwords of their own, and another sealing key opens nothing', async () => {
  const own = {
    DATABASE_URL: appUrl().replace('plimsoll_app', 'plimsoll_app:one%2Fpassword'),
    DATABASE_PROJECTOR_URL: appUrl().replace('plimsoll_app', 'plimsoll_projector:another'),
  };
  expect(await open(own)).toMatch(
    /of DATABASE_URL: .*another than the one of this installation, or the database has not been made ready, .* with the same SEALING_KEY$/,
  );
  await query(server.adminUrl, "alter system set log_statement = 'all'");
  await query(server.adminUrl, 'select pg_reload_conf()');
  expect(await migrate(own)).toBe('it went well');
  const serverLog = readFileSync(join(serverDir, 'postgres.log'), 'utf8');
  expect(serverLog).toMatch(/alter role "plimsoll_projector" login password 'SCRAM-SHA-256\$4096:/);
  expect(serverLog).not.toContain('one/password');
  expect(await open(own)).toBe('it went well');
  expect(await open({ DATABASE_URL: appUrl() })).toMatch(/^plimsoll: cannot use the database/);
  expect(await migrate()).toBe('it went well');
  expect(await open({ DATABASE_URL: appUrl() })).toBe('it went well');
});

test('a database of an older or a newer version is not served from, and says which', async () => {
  const [row] = await query(
    adminUrl(),
    "delete from schema_migrations where name = 'event-store/read-page' returning checksum",
  );
  expect(await open({ DATABASE_URL: appUrl() })).toMatch(
    /\/given is that of an older version: run DATABASE_ADMIN_URL=… npm run plimsoll -- migrate$/,
  );
  await query(
    adminUrl(),
    "insert into schema_migrations (name, checksum) values ('event-store/read-page', $1), ('event-store/of-next-year', 'x')",
    [row!['checksum']],
  );
  expect(await open({ DATABASE_URL: appUrl() })).toMatch(/\/given was migrated by a newer version: start that one$/);
  expect(await migrate()).toMatch(/the database was migrated by a newer version: start that one$/);
  await query(adminUrl(), "delete from schema_migrations where name = 'event-store/of-next-year'");
  expect(await migrate()).toBe('it went well');
});

describe('the keys of a log', () => {
  const other = randomBytes(32).toString('base64');
  const markOf = (key: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'plimsoll mark', 16)).toString('hex');
  const ofKeys = () => ({ DATABASE_URL: appUrl('keys') });
  const migrateKeys = (given: Record<string, string> = {}) =>
    migrate({ DATABASE_ADMIN_URL: adminUrl('keys'), ...given });
  const openKeys = (given: Record<string, string> = {}) => open({ ...ofKeys(), ...given });
  const marks = () => query(adminUrl('keys'), 'select sealing_key_mark as mark from installation');
  const pem = () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const checkpoint = (key: string, ...args: string[]) =>
    ended(run({ ...ofKeys(), SIGNING_KEY: key }, ['log', 'checkpoint', ...args], 'command-line'));
  const [first, second] = [pem(), pem()];

  test('the first event writes the mark of SEALING_KEY', async () => {
    expect(await migrateKeys()).toBe('it went well');
    const database = await openDatabase(environment({ ...ofKeys(), SIGNING_KEY: first }), {
      alone: true,
      say: () => undefined,
    });
    expect(await marks()).toEqual([]);
    await foundOrganizations(
      { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...database.keys },
      1,
    );
    await database.close();
    expect(await marks()).toEqual([{ mark: markOf(sealingKey) }]);
  });

  test('with another SEALING_KEY nothing is migrated, no password is set and nobody serves: a line says which key and what to do', async () => {
    const [row] = await query(
      adminUrl('keys'),
      "delete from schema_migrations where name = 'event-store/read-page' returning checksum",
    );
    const line = new RegExp(
      `^plimsoll: SEALING_KEY \\(mark ${markOf(other)}\\) is not the one that the log was sealed with \\(mark ${markOf(sealingKey)}\\); put .*sealing-key back from your copy, or set SEALING_KEY$`,
    );
    expect(await migrateKeys({ SEALING_KEY: other })).toMatch(line);
    expect(await query(adminUrl('keys'), "select from schema_migrations where name = 'event-store/read-page'")).toEqual(
      [],
    );
    await query(
      adminUrl('keys'),
      "insert into schema_migrations (name, checksum) values ('event-store/read-page', $1)",
      [row!['checksum']],
    );
    expect(await openKeys({ SIGNING_KEY: first })).toBe('it went well');
    expect(await openKeys({ SIGNING_KEY: first, SEALING_KEY: other })).toMatch(
      /of DATABASE_URL: .*follow from SEALING_KEY: either it is another than the one of this installation/,
    );
  });

  test('a log from before there were marks gets its own once the key has opened a key of its subjects', async () => {
    await query(adminUrl('keys'), 'delete from installation');
    expect(await migrateKeys({ SEALING_KEY: other })).toMatch(
      /^plimsoll: SEALING_KEY is not the one that the log was sealed with: it opens no subject's key; put /,
    );
    expect(await marks()).toEqual([]);
    expect(await migrateKeys()).toBe('it went well');
    expect(await marks()).toEqual([{ mark: markOf(sealingKey) }]);
  });

  test('keys are made for an empty log alone', async () => {
    const nowhere = join(dataDir, 'nowhere');
    expect(await migrateKeys({ SEALING_KEY: '', DATA_DIR: nowhere })).toMatch(
      /^plimsoll: SEALING_KEY is missing, and so is SIGNING_KEY: .* put .*nowhere\/keys\/sealing-key back from your copy, or set SEALING_KEY$/,
    );
    expect(await openKeys({ SEALING_KEY: '', DATA_DIR: nowhere })).toMatch(/^plimsoll: SEALING_KEY is missing: /);
    expect(await openKeys({ DATA_DIR: nowhere })).toMatch(
      /^plimsoll: SIGNING_KEY is missing: .* put .*signing-key\.pem back from your copy, or set SIGNING_KEY; where it is lost for ever, npm run plimsoll -- log checkpoint --new-key accepts another$/,
    );
    expect(existsSync(nowhere)).toBe(false);
  });

  test('another SIGNING_KEY is refused until it is accepted; what the one before it signed stays valid, and that one is refused then', async () => {
    expect(await checkpoint(first)).toMatchObject({ code: 0 });
    const line =
      /^plimsoll: SIGNING_KEY \([0-9a-f]{16}\) is not the one that signed the newest checkpoint \([0-9a-f]{16}, .*\); put .* back from your copy, or set SIGNING_KEY; where it is lost for ever, npm run plimsoll -- log checkpoint --new-key accepts another$/;
    expect(await openKeys({ SIGNING_KEY: second })).toMatch(line);
    expect(await checkpoint(second)).toMatchObject({ code: 1, lines: [expect.stringMatching(line)] });
    expect(await checkpoint(second, '--new-key')).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([
        expect.stringMatching(/signs from now on; what was signed by [0-9a-f]{16} stays valid$/),
      ]),
    });
    expect(await openKeys({ SIGNING_KEY: second })).toBe('it went well');
    expect(await openKeys({ SIGNING_KEY: first })).toMatch(line);
    const verify = () => ended(run({ ...ofKeys(), SIGNING_KEY: second }, ['log', 'verify'], 'command-line'));
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await query(adminUrl('keys'), 'select distinct key_id from log_checkpoints')).toHaveLength(2);

    // Keys inserted with plain SQL are not accepted.
    await query(adminUrl('keys'), 'update checkpoint_keys set signature = $1 where key_id <> vouched_by', [
      randomBytes(64),
    ]);
    expect(await verify()).toMatchObject({
      code: 1,
      lines: expect.arrayContaining([expect.stringMatching(/is signed by the key [0-9a-f]{16}, which is not ours/)]),
    });
  });
});

describe('a log of the format before this one', () => {
  const makeOlder = async (url: string) => {
    await query(
      url,
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp()); create table events (tenant uuid)',
    );
    await query(url, 'insert into schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])', [
      olderSteps.map(([name]) => name),
      olderSteps.map(([, checksum]) => checksum),
    ]);
  };
  const picture = (url: string) =>
    query(
      url,
      "select relname::text as name, pg_get_userbyid(relowner)::text as owner, (select md5(string_agg(m::text, ',' order by name)) from schema_migrations m) as steps from pg_class where relnamespace = 'public'::regnamespace order by 1",
    );

  test('is neither migrated nor served from; it says in one line what to do, and nothing is touched', async () => {
    await makeOlder(adminUrl('older'));
    const before = await picture(adminUrl('older'));
    const line =
      /^plimsoll: the database 127\.0\.0\.1:\d+\/older holds a log of an older format, which this version does not read: give an empty database$/;
    for (const url of [appUrl('older'), adminUrl('older')]) expect(await open({ DATABASE_URL: url })).toMatch(line);
    expect(await migrate({ DATABASE_ADMIN_URL: adminUrl('older') })).toMatch(line);
    expect(await picture(adminUrl('older'))).toEqual(before);
  });

  test('in the embedded database: one line that names --fresh, and nothing is touched until it is given', async () => {
    const embedded = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
      const cluster = await startEmbeddedCluster({ dataDir: join(dataDir, 'postgres') });
      return work(cluster.adminUrl).finally(() => cluster.stop());
    };
    writeFileSync(join(dataDir, 'demo-filled'), '');
    const before = await embedded(async (url) => (await makeOlder(url), picture(url)));
    expect(await ended(run({}))).toMatchObject({
      code: 1,
      lines: expect.arrayContaining([
        `plimsoll: the data in ${dataDir} hold a log of an older format, which this version does not read: "npm start -- --fresh" removes them and begins anew`,
      ]),
    });
    expect(await embedded(picture)).toEqual(before);
  });
});
