import type pg from 'pg';
import { lockOf } from './commit-pages.ts';
import { setName, tableName, type ReadModelSet } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { registration } from './standing-sets.ts';
import { ddlOf } from './table-ddl.ts';

/** Looks at 9,000 rows of a table, which tell nearly as much as the usual 30,000. */
const STATISTICS_TARGET = 30;

/** A read model and the set of its tables that a rebuild fills. */
export interface Rebuilding {
  readonly readModel: ReadModel;
  readonly set: ReadModelSet;
}

const tablesOf = ({ readModel, set }: Rebuilding) => readModel.tables.map((table) => ({ table, name: tableName(table, set) }));

/** Makes the tables to fill, empty and bare, in a new set for each read model; those that stand beside the one that answers are dropped. */
export async function makeSets(admin: pg.Client, readModels: readonly ReadModel[]): Promise<readonly Rebuilding[]> {
  await retireSets(admin, readModels, `s.name <> m.answers`);
  const { rows } = await admin.query<{ name: string; generation: number }>(
    'update read_models set generations = generations + 1 where name = any ($1) returning name, generations as generation', [readModels.map(({ name }) => name)],
  );
  const rebuilding = readModels.map((readModel): Rebuilding => {
    const generation = rows.find(({ name }) => name === readModel.name)?.generation;
    if (generation === undefined) throw new Error(`The read model ${readModel.name} is not in this database: migrate it first`);
    return { readModel, set: { readModel: readModel.name, version: readModel.version, generation } };
  });
  await inTransaction(admin, rebuilding.flatMap(({ readModel, set }) => [
    ...tablesOf({ readModel, set }).flatMap(({ table, name }) => [ddlOf(table, name).create, `grant select, insert, update, delete on ${name} to plimsoll_projector`]),
    registration(readModel, set, 'FILLING'),
  ]));
  return rebuilding;
}

/** Gives the filled tables their keys, so that rows can be found and changed. Throws when two rows have the same. */
export const addKeys = (admins: readonly pg.Client[], rebuilding: readonly Rebuilding[]): Promise<void> =>
  tableByTable(admins, rebuilding, ({ table, name }) => [ddlOf(table, name).key]);

/** Makes the filled tables all that they should be, and looks at what is in them. */
export const completeSets = (admins: readonly pg.Client[], rebuilding: readonly Rebuilding[]): Promise<void> =>
  tableByTable(admins, rebuilding, ({ table, name }) => [
    ...ddlOf(table, name).rest, `set local default_statistics_target = ${STATISTICS_TARGET}`, `analyze ${name} (${ddlOf(table, name).looked.join(', ')})`,
  ]);

/** From here on the sets are followed by whoever projects, and can be switched to. */
export async function standUp(admin: pg.Client, rebuilding: readonly Rebuilding[]): Promise<void> {
  await admin.query(`update read_model_sets set state = 'STANDING' where name = any ($1)`, [rebuilding.map(({ set }) => setName(set))]);
}

/** Drops what an unfinished rebuild left. */
export const dropUnfinished = (admin: pg.Client, readModels: readonly ReadModel[]): Promise<void> => retireSets(admin, readModels, `s.state = 'FILLING'`);

/** How long a question may go on being answered from a set after the answer has moved. */
const READERS_ARE_GONE_MS = 1_000;

/**
 * Drops sets that do not answer. Whoever writes into one is waited for, and finds it gone afterwards; its tables are
 * dropped when nobody writes or asks any more.
 */
async function retireSets(admin: pg.Client, readModels: readonly ReadModel[], which: string): Promise<void> {
  const { rows } = await admin.query<{ name: string; readModel: string; tables: string[]; wait: number }>(
    `select s.name, s.read_model as "readModel", s.tables,
       greatest(0, $2 - extract(epoch from clock_timestamp() - m.switched_at) * 1000)::float8 as wait
     from read_model_sets s join read_models m on m.name = s.read_model where m.name = any ($1) and (${which})`,
    [readModels.map(({ name }) => name), READERS_ARE_GONE_MS],
  );
  if (rows.length === 0) return;
  await admin.query('select pg_sleep($1)', [Math.max(...rows.map(({ wait }) => wait)) / 1_000]);
  // A set at a time: whoever writes into several holds none of them while another one is waited for.
  for (const { name, readModel } of rows) {
    await inTransaction(admin, [
      `select pg_advisory_xact_lock(${lockOf(name)})`,
      `select from read_models where name = '${readModel}' for update`,
      `delete from read_model_sets where name = '${name}' and name not in (select answers from read_models)`,
    ]);
  }
  const names = rows.map(({ name }) => name);
  const left = await admin.query<{ name: string }>('select name from read_model_sets where name = any ($1)', [names]);
  if (left.rows[0]) throw new Error(`${left.rows[0].name} has come to answer while it was to be dropped`);
  await admin.query('delete from projection_checkpoints where projection = any ($1)', [names]);
  await admin.query('delete from parked_events where projection = any ($1)', [names]);
  await admin.query(`drop table if exists ${rows.flatMap(({ tables }) => tables).join(', ')}`);
}

/** The connections share the tables, the largest first; each table's statements are a transaction. */
async function tableByTable(admins: readonly pg.Client[], rebuilding: readonly Rebuilding[], statementsOf: (table: ReturnType<typeof tablesOf>[number]) => readonly string[]): Promise<void> {
  const tables = new Map(rebuilding.flatMap(tablesOf).map((table) => [table.name, table]));
  const { rows } = await admins[0]!.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1) order by pg_relation_size(oid) desc`, [[...tables.keys()]],
  );
  await Promise.all(admins.map(async (admin) => {
    for (let next = rows.shift(); next; next = rows.shift()) await inTransaction(admin, statementsOf(tables.get(next.name)!));
  }));
}

async function inTransaction(admin: pg.Client, statements: readonly string[]): Promise<void> {
  await admin.query(['begin', ...statements, 'commit'].join(';\n')).catch(async (fault: unknown) => {
    await admin.query('rollback').catch(() => undefined);
    throw fault;
  });
}
