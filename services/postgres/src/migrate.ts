import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * One step of a schema, in plain SQL. A step runs once and never changes afterwards. A `repeatable` step (functions and
 * views: `create or replace`) runs again, in its place, when its text has changed.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly repeatable?: boolean;
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * How a database compares to a version's migrations: none applied, exactly these, some missing, or unknown later ones.
 * With OTHER_FORMAT, applied steps were changed since and the database cannot be migrated.
 */
export type SchemaState = 'NEW' | 'CURRENT' | 'BEHIND' | 'AHEAD' | 'OTHER_FORMAT';

const LOCK = 'plimsoll schema_migrations';

/** Gives everything a migration creates to `plimsoll_owner`: login roles must own nothing. */
const HAND_OVER = `
do $$
declare
  made record;
begin
  for made in
    select c.relname, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relowner = current_user::regrole and c.relname <> 'schema_migrations'
      and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  loop
    execute format('alter %s public.%I owner to plimsoll_owner',
      case made.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, made.relname);
  end loop;
end
$$`;

/** Processes that serve check whether the database matches their version. */
const GRANT_READ = `
do $$
begin
  if to_regrole('plimsoll_app') is not null and to_regrole('plimsoll_projector') is not null then
    grant select on schema_migrations to plimsoll_app, plimsoll_projector;
  end if;
end
$$`;

const checksum = (sql: string) => createHash('sha256').update(sql).digest('hex');

/**
 * Runs the migrations that a database lacks, in order, each in its own transaction, one process at a time. Several
 * packages call it one after the other with their own lists.
 * @returns the names of those that ran.
 * @throws MigrationError if a step that has run was changed since, or if row-level security applies to the role: a
 * backfill would then silently change no rows.
 */
export async function migrate(adminUrl: string, migrations: readonly Migration[]): Promise<string[]> {
  const repeated = migrations.find((one, at) => migrations.findIndex((other) => other.name === one.name) !== at);
  if (repeated) throw new MigrationError(`Two migrations are called ${repeated.name}`);
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'plimsoll migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [LOCK]);
    await refuseRoleUnderRowSecurity(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())',
    );
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const known = new Map(applied.rows.map((row) => [row.name, row.checksum]));
    const ran: string[] = [];
    for (const migration of migrations) {
      const before = known.get(migration.name);
      if (before === checksum(migration.sql)) continue;
      if (before !== undefined && !migration.repeatable) {
        throw new MigrationError(
          `Migration ${migration.name} has run on this database and was changed since; add a new one instead`,
        );
      }
      await run(client, migration);
      ran.push(migration.name);
    }
    if (ran.length > 0) await client.query(GRANT_READ);
    return ran;
  } finally {
    await client.end();
  }
}

/**
 * Compares a database with all migrations of a version without changing anything.
 * @param database of an administrator or of a serving role.
 * @param isRetired whether an earlier version had a migration of this name; other unknown names come from a newer
 * version.
 */
export async function schemaStateOf(
  database: Pick<pg.Client, 'query'>,
  migrations: readonly Migration[],
  isRetired: (name: string) => boolean = () => false,
): Promise<SchemaState> {
  const found = await database.query<{ there: boolean; shown: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as there, has_table_privilege(to_regrole('plimsoll_app')::oid, to_regclass('public.schema_migrations'), 'select') is true as shown",
  );
  if (!found.rows[0]!.there) return 'NEW';
  // Databases from before this grant existed have another log format.
  if (!found.rows[0]!.shown) return 'OTHER_FORMAT';
  const { rows } = await database.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations',
  );
  if (rows.length === 0) return 'NEW';
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const differs = migrations.filter(({ name, sql }) => applied.get(name) !== checksum(sql));
  if (differs.some(({ name, repeatable }) => applied.has(name) && !repeatable)) return 'OTHER_FORMAT';
  const known = new Set(migrations.map(({ name }) => name));
  if (rows.some(({ name }) => !known.has(name) && !isRetired(name))) return 'AHEAD';
  return differs.length > 0 ? 'BEHIND' : 'CURRENT';
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(HAND_OVER);
    await client.query(
      'insert into schema_migrations (name, checksum) values ($1, $2) on conflict (name) do update set checksum = excluded.checksum, applied_at = clock_timestamp()',
      [migration.name, checksum(migration.sql)],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new MigrationError(`Migration ${migration.name}: ${(error as Error).message}`, { cause: error });
  }
}

async function refuseRoleUnderRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  );
  if (!rows[0]?.free)
    throw new MigrationError(
      'Migrations need a role with BYPASSRLS (DATABASE_ADMIN_URL): under row-level security a backfill touches no row',
    );
}
