import { readFileSync } from 'node:fs';
import { migrate, schemaStateOf, type Migration } from '@plimsoll/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { v7 } from 'uuid';
import { allMigrations, isRetired } from './migrations.ts';

/** The migrations of the previous version, as it ran them. */
const before: readonly Migration[] = readFileSync(
  new URL('../../../tools/test/version-before.sql', import.meta.url),
  'utf8',
)
  .split(/^-- @migration /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), sql: text.slice(text.indexOf('\n') + 1) }));

let old: TestDatabase;
let fresh: TestDatabase;
let admin: pg.Client;
let freshAdmin: pg.Client;
const tenant = v7();

beforeAll(async () => {
  [old, fresh] = [await createTestDatabase(before), await createTestDatabase(allMigrations)];
  [admin, freshAdmin] = [
    new pg.Client({ connectionString: old.adminUrl }),
    new pg.Client({ connectionString: fresh.adminUrl }),
  ];
  await Promise.all([admin.connect(), freshAdmin.connect()]);
  await admin.query("insert into tenant_heads (tenant, position, hash) values ($1, 5, sha256('x'))", [tenant]);
  await admin.query("insert into number_series (tenant, kind, number) values ($1, 'incident', 4711), ($1, 'note', 3)", [
    tenant,
  ]);
  expect(await schemaStateOf(admin, allMigrations, isRetired)).toBe('BEHIND');
  await migrate(old.adminUrl, allMigrations);
});
afterAll(async () => {
  await Promise.all([admin?.end(), freshAdmin?.end()]);
  await Promise.all([old?.drop(), fresh?.drop()]);
});

/** Everything that determines what a database contains and who may access it. */
const CATALOGUE = `
  select 'column' as what, c.relname || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attacl) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  union all select 'table', c.relname, concat_ws(' ', c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity, (select string_agg(x::text, ',' order by x::text) from unnest(c.relacl) x))
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  union all select 'constraint', conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'policy', tablename || ' ' || policyname, concat_ws(' | ', roles, cmd, qual, with_check) from pg_policies where schemaname = 'public'
  union all select 'function', p.oid::regprocedure::text, concat_ws(' ', p.proowner::regrole, (select string_agg(x::text, ',' order by x::text) from unnest(p.proacl) x), pg_get_functiondef(p.oid))
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`;

/** Tables of earlier versions of read models remain until they are no longer needed. */
const OF_EARLIER_READ_MODELS = `
  select t as table from read_model_sets s, unnest(s.tables) t where s.name <> all ($1)`;

test('a database of the version before is, brought forward, what a new one is', async () => {
  const sets = (await freshAdmin.query<{ name: string }>('select name from read_model_sets')).rows.map(
    ({ name }) => name,
  );
  const earlier = (await admin.query<{ table: string }>(OF_EARLIER_READ_MODELS, [sets])).rows.map(({ table }) => table);
  const catalogueOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ what: string; name: string; text: string }>(CATALOGUE);
    return rows
      .filter(({ name }) => !earlier.some((table) => new RegExp(`^${table}(?![a-z0-9])|^${table}_`).test(name)))
      .map(({ what, name, text }) => `${what} ${name}: ${text}`)
      .sort();
  };
  const [migrated, fromScratch] = [await catalogueOf(admin), await catalogueOf(freshAdmin)];
  expect(migrated.filter((line) => !fromScratch.includes(line))).toEqual([]);
  expect(fromScratch.filter((line) => !migrated.includes(line))).toEqual([]);
  expect(await schemaStateOf(admin, allMigrations, isRetired)).toBe('CURRENT');
});

test('numbers go on where the version before had come to', async () => {
  expect((await admin.query('select numbers from tenant_heads where tenant = $1', [tenant])).rows).toEqual([
    { numbers: { incident: 4711, note: 3 } },
  ]);
});
