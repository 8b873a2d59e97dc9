import type pg from 'pg';

/** Where the tables of a rebuild stand until they take the place of the live ones. */
export const REBUILT = 'read_models_rebuilt';

/** Looks at 9,000 rows of a table, which tell nearly as much as the usual 30,000. */
const STATISTICS_TARGET = 30;

const BOOKKEEPING = ['projection_checkpoints', 'parked_events'];

/** How a live table is made again without what slows down filling it: its keys, indexes, row-level security. */
const EMPTY_COPIES = `
  select format('create table ${REBUILT}.%I (like %s including all excluding indexes)%s', c.relname, c.oid::regclass,
      ' with (' || array_to_string(c.reloptions, ', ') || ')')
    || coalesce((
      select string_agg(format('; alter table ${REBUILT}.%I alter column %I set statistics %s', c.relname, a.attname, a.attstattarget), '')
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attstattarget >= 0), '') as statement
  from pg_class c where c.oid = any ($1::regclass[])`;

/** What a live table has besides its columns, for the table that takes its place; keys stand apart from the rest. */
const COMPLETIONS = `
  select c.relname as table, x.statement, x.is_key from pg_class c, lateral (
    select format('alter table ${REBUILT}.%I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as statement, true as is_key
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x')
    union all
    select replace(pg_get_indexdef(i.indexrelid), format(' ON public.%I ', c.relname), format(' ON ${REBUILT}.%I ', c.relname)), i.indisunique
    from pg_index i where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    select format('create policy %I on ${REBUILT}.%I as %s for %s to %s', p.policyname, c.relname, p.permissive, p.cmd,
        (select string_agg(quote_ident(role), ', ') from unnest(p.roles) as role))
      || coalesce(' using (' || p.qual || ')', '') || coalesce(' with check (' || p.with_check || ')', ''), false
    from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
    union all
    select format('grant %s on ${REBUILT}.%I to %s', string_agg(g.privilege_type, ', '), c.relname, case g.grantee when 0 then 'public' else g.grantee::regrole::text end), false
    from aclexplode(c.relacl) g where g.grantee <> c.relowner group by g.grantee
    union all
    select format('alter table ${REBUILT}.%I enable row level security', c.relname), false where c.relrowsecurity
    union all
    select format('alter table ${REBUILT}.%I force row level security', c.relname), false where c.relforcerowsecurity
    union all
    select format('alter table ${REBUILT}.%I owner to %s', c.relname, c.relowner::regrole), false
  ) x where c.oid = any ($1::regclass[])`;

/** A statement that a filled table still needs. */
export interface Completion {
  readonly table: string;
  readonly statement: string;
  readonly is_key: boolean;
}

const live = (tables: readonly string[]): string[] => tables.map((table) => `public.${table}`);

/** Makes the tables to fill, empty and bare, with checkpoints of their own. Answers what they lack. */
export async function makeRebuiltTables(admin: pg.Client, tables: readonly string[]): Promise<readonly Completion[]> {
  const copies = await admin.query<{ statement: string }>(EMPTY_COPIES, [live(tables)]);
  await inTransaction(admin, [
    `drop schema if exists ${REBUILT} cascade`,
    `create schema ${REBUILT}`,
    ...BOOKKEEPING.map((table) => `create table ${REBUILT}.${table} (like public.${table} including all)`),
    ...copies.rows.map(({ statement }) => statement),
    `grant usage on schema ${REBUILT} to plimsoll_projector`,
    `grant select, insert, update, delete on all tables in schema ${REBUILT} to plimsoll_projector`,
  ]);
  const completions = await admin.query<Completion>(COMPLETIONS, [live(tables)]);
  return [...completions.rows, ...tables.map((table) => ({ table, statement: `set local default_statistics_target = ${STATISTICS_TARGET}; analyze ${REBUILT}.${table}`, is_key: false }))];
}

/** Gives the filled tables their keys, so that rows can be found and changed. Throws when two rows have the same. */
export async function addKeys(admins: readonly pg.Client[], completions: readonly Completion[]): Promise<void> {
  await tableByTable(admins, completions.filter(({ is_key }) => is_key));
}

/** Makes the filled tables all that the live ones are, and looks at what is in them. */
export async function completeRebuiltTables(admins: readonly pg.Client[], completions: readonly Completion[]): Promise<void> {
  await tableByTable(admins, completions.filter(({ is_key }) => !is_key));
}

/** The connections share the tables, the largest first; each table's statements are a transaction. */
async function tableByTable(admins: readonly pg.Client[], completions: readonly Completion[]): Promise<void> {
  const work = Map.groupBy(completions, ({ table }) => table);
  const { rows } = await admins[0]!.query<{ table: string }>(
    `select relname as table from pg_class where relnamespace = '${REBUILT}'::regnamespace and relname = any ($1) order by pg_relation_size(oid) desc`, [[...work.keys()]],
  );
  await Promise.all(admins.map(async (admin) => {
    for (let next = rows.shift(); next; next = rows.shift()) await inTransaction(admin, work.get(next.table)!.map(({ statement }) => statement));
  }));
}

/**
 * Puts the filled tables in the place of the live ones, with their checkpoints. A projector that is at work is waited
 * for; the next one finds checkpoints that are not where it believed them, and goes on from there.
 */
export async function switchToRebuilt(admin: pg.Client, tables: readonly string[], projections: readonly string[]): Promise<void> {
  const names = projections.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ');
  await inTransaction(admin, [
    `lock table ${live(BOOKKEEPING).join(', ')} in share row exclusive mode`,
    `lock table ${live(tables).join(', ')} in access exclusive mode`,
    ...BOOKKEEPING.flatMap((table) => [
      `delete from public.${table} where projection in (${names})`,
      `insert into public.${table} select * from ${REBUILT}.${table}`,
    ]),
    `drop table ${live(tables).join(', ')}`,
    ...tables.map((table) => `alter table ${REBUILT}.${table} set schema public`),
    `drop schema ${REBUILT} cascade`,
  ]);
}

/** Removes what an unfinished rebuild left. */
export async function dropRebuiltTables(admin: pg.Client): Promise<void> {
  await admin.query(`drop schema if exists ${REBUILT} cascade`);
}

async function inTransaction(admin: pg.Client, statements: readonly string[]): Promise<void> {
  await admin.query(['begin', ...statements, 'commit'].join(';\n')).catch(async (fault: unknown) => {
    await admin.query('rollback').catch(() => undefined);
    throw fault;
  });
}
