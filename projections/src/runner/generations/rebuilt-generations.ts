import type pg from 'pg';
import { lockOf } from '../follow/commit-pages.ts';
import { generationName, tableName, type Generation } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { registration } from './followed-generations.ts';
import type { Table } from '../tables/table.ts';
import { ddlOf } from '../tables/table-ddl.ts';

/** Samples 9,000 rows of a table, which is nearly as good as the default 30,000. */
const STATISTICS_TARGET = 30;

/** A read model and the generation that a rebuild fills. */
export interface RebuiltGeneration {
  readonly readModel: ReadModel;
  readonly generation: Generation;
}

interface TableOfSet {
  readonly table: Table<object>;
  readonly name: string;
}

const tablesOf = ({ readModel, generation }: RebuiltGeneration): TableOfSet[] =>
  readModel.tables.map((table) => ({ table, name: tableName(table, generation) }));

/** Creates a new generation of each read model, with empty tables that have neither keys nor indexes. */
export async function createGenerations(
  admin: pg.Client,
  readModels: readonly ReadModel[],
): Promise<readonly RebuiltGeneration[]> {
  const { rows } = await admin.query<{ name: string; generation: number }>(
    'update read_models set generations = generations + 1 where name = any ($1) returning name, generations as generation',
    [readModels.map(({ name }) => name)],
  );
  const rebuilding = readModels.map((readModel): RebuiltGeneration => {
    const generation = rows.find(({ name }) => name === readModel.name)?.generation;
    if (generation === undefined)
      throw new Error(`The read model ${readModel.name} is not in this database: migrate it first`);
    return { readModel, generation: { readModel: readModel.name, version: readModel.version, generation } };
  });
  await inTransaction(
    admin,
    rebuilding.flatMap(({ readModel, generation }) => [
      ...tablesOf({ readModel, generation }).flatMap(({ table, name }) => [
        ddlOf(table, name).create,
        `grant select, insert, update, delete on ${name} to plimsoll_projector`,
      ]),
      registration(readModel, generation, 'FILLING'),
    ]),
  );
  return rebuilding;
}

const keyOf = ({ table, name }: TableOfSet): string => ddlOf(table, name).key;
const restOf = ({ table, name }: TableOfSet): string[] => [
  ...ddlOf(table, name).rest,
  `set local default_statistics_target = ${STATISTICS_TARGET}`,
  `analyze ${name} (${ddlOf(table, name).looked.join(', ')})`,
];

/** Adds primary keys to filled tables, so that rows can be found and changed. Throws if two rows have the same key. */
export const addKeys = (admins: readonly pg.Client[], rebuilding: readonly RebuiltGeneration[]): Promise<void> =>
  tableByTable(admins, rebuilding, (table) => [keyOf(table)]);

/** Adds everything else to filled tables that have their keys, and analyzes them. */
export const completeGenerations = (
  admins: readonly pg.Client[],
  rebuilding: readonly RebuiltGeneration[],
): Promise<void> => tableByTable(admins, rebuilding, restOf);

/**
 * Adds keys and everything else at once. Afterwards row-level security protects the tables, and COPY cannot write to
 * them.
 */
export const addKeysAndComplete = (
  admins: readonly pg.Client[],
  rebuilding: readonly RebuiltGeneration[],
): Promise<void> => tableByTable(admins, rebuilding, (table) => [keyOf(table), ...restOf(table)]);

/** Marks generations as followed: projectors keep them up to date, and they can be activated. */
export async function markFollowed(admin: pg.Client, rebuilding: readonly RebuiltGeneration[]): Promise<void> {
  await admin.query(`update read_model_sets set state = 'STANDING' where name = any ($1)`, [
    rebuilding.map(({ generation }) => generationName(generation)),
  ]);
}

/** Drops what an unfinished rebuild left behind. */
export const dropUnfinished = async (admin: pg.Client, readModels: readonly ReadModel[]): Promise<void> =>
  dropGenerations(admin, await knownGenerations(admin, readModels, `s.state = 'FILLING'`));

/** Lists the generations that are not active. */
export const inactiveGenerations = (
  admin: pg.Client,
  readModels: readonly ReadModel[],
): Promise<readonly KnownGeneration[]> => knownGenerations(admin, readModels, 's.name <> m.answers');

/** How long queries may read from a generation after another one became active. */
const READERS_ARE_GONE_MS = 1_000;

interface KnownGeneration {
  readonly name: string;
  readonly readModel: string;
  readonly tables: readonly string[];
  /** How long queries may still read from it, in ms. */
  readonly wait: number;
}

async function knownGenerations(
  admin: pg.Client,
  readModels: readonly ReadModel[],
  which: string,
): Promise<readonly KnownGeneration[]> {
  const { rows } = await admin.query<KnownGeneration>(
    `select s.name, s.read_model as "readModel", s.tables,
       greatest(0, $2 - extract(epoch from clock_timestamp() - m.switched_at) * 1000)::float8 as wait
     from read_model_sets s join read_models m on m.name = s.read_model where m.name = any ($1) and (${which})`,
    [readModels.map(({ name }) => name), READERS_ARE_GONE_MS],
  );
  return rows;
}

/**
 * Drops inactive generations. Waits for transactions that write to one; later ones find it gone. Its tables are dropped
 * when nothing writes or reads them any more.
 */
export async function dropGenerations(admin: pg.Client, sets: readonly KnownGeneration[]): Promise<void> {
  if (sets.length === 0) return;
  await admin.query('select pg_sleep($1)', [Math.max(...sets.map(({ wait }) => wait)) / 1_000]);
  // One at a time: a transaction that writes to several must not hold one while this waits for another.
  for (const { name, readModel } of sets) {
    await inTransaction(admin, [
      `select pg_advisory_xact_lock(${lockOf(name)})`,
      `select from read_models where name = '${readModel}' for update`,
      `delete from read_model_sets where name = '${name}' and name not in (select answers from read_models)`,
    ]);
  }
  const names = sets.map(({ name }) => name);
  const left = await admin.query<{ name: string }>('select name from read_model_sets where name = any ($1)', [names]);
  if (left.rows[0]) throw new Error(`${left.rows[0].name} has come to answer while it was to be dropped`);
  await admin.query('delete from projection_checkpoints where projection = any ($1)', [names]);
  await admin.query('delete from parked_events where projection = any ($1)', [names]);
  await admin.query(`drop table if exists ${sets.flatMap(({ tables }) => tables).join(', ')}`);
}

/**
 * Distributes the tables over the connections, all empty ones first and then the largest. Each table's statements are
 * one transaction, and those of all empty tables together.
 */
async function tableByTable(
  admins: readonly pg.Client[],
  rebuilding: readonly RebuiltGeneration[],
  statementsOf: (table: TableOfSet) => readonly string[],
): Promise<void> {
  const tables = new Map(rebuilding.flatMap(tablesOf).map((table) => [table.name, table]));
  const { rows } = await admins[0]!.query<{ names: string[] }>(
    `select array_agg(relname::text) as names from (select relname, oid, pg_relation_size(oid) as bytes from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)) x
     group by bytes, case when bytes > 0 then oid end order by bytes = 0 desc, bytes desc`,
    [[...tables.keys()]],
  );
  await Promise.all(
    admins.map(async (admin) => {
      for (let next = rows.shift(); next; next = rows.shift())
        await inTransaction(
          admin,
          next.names.flatMap((name) => statementsOf(tables.get(name)!)),
        );
    }),
  );
}

async function inTransaction(admin: pg.Client, statements: readonly string[]): Promise<void> {
  await admin.query(['begin', ...statements, 'commit'].join(';\n')).catch(async (error: unknown) => {
    await admin.query('rollback').catch(() => undefined);
    throw error;
  });
}
