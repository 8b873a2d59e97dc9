import { readFileSync } from 'node:fs';
import { allMigrations } from '@plimsoll/launcher/migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import type { Names } from './names-of-code.ts';

const frozen = (
  JSON.parse(readFileSync(new URL('./frozen-names.json', import.meta.url), 'utf8')) as { readonly database: Names }
).database;

/** Names in the database's catalogue, except PostgreSQL's own. */
const catalogue: Readonly<Record<string, string>> = {
  schemas: `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  roles: `select rolname as name from pg_roles where rolname like 'plimsoll%'`,
  'tables and views': `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  functions: `select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
};

let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

test.each(Object.keys(catalogue))('no name in the database changes, and a new one is listed: %s', async (category) => {
  const { rows } = await admin.query<{ name: string }>(catalogue[category]!);
  expect(rows.map(({ name }) => name).sort()).toEqual(frozen[category]);
});
