import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import type { Client } from '../follow/page-work.ts';
import { projectInto, type Projection } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { followedGenerations } from '../generations/followed-generations.ts';
import { openProjectorSession, ProjectionRunner } from '../follow/run-projections.ts';

/** Rows that only one of the two tables has, as text with all columns, including those that no query reads. */
export interface TableDifference {
  readonly table: string;
  readonly onlyLive: readonly string[];
  readonly onlyRebuilt: readonly string[];
}

/** The result of comparing live tables with a rebuild. */
export interface Comparison {
  /** Empty if the live tables match the log. */
  readonly differences: readonly TableDifference[];
  /** Number of compared rows, so that two empty tables are not taken for proof. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What to compare, and where. */
export interface CompareOptions {
  readonly projectorUrl: string;
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projections: readonly ReadModel[];
  /** By default all. */
  readonly tenants?: readonly string[];
  readonly pageSize?: number;
}

const BOOKKEEPING = ['projection_checkpoints', 'parked_events'];
const SHOWN = 20;
const ATTEMPTS = 20;

/**
 * Compares the live tables, row by row at the same position, with temporary ones that are folded from the log. Changes
 * nothing.
 * @throws if the live ones do not reach the head of the log.
 */
export async function compareWithRebuild(options: CompareOptions): Promise<Comparison> {
  const pool = openProjectorSession(options.projectorUrl);
  try {
    const sets = (await followedGenerations(pool)).filter(({ active }) => active);
    const projections = sets.flatMap((generation) =>
      options.projections
        .filter(({ name, version }) => name === generation.readModel && version === generation.version)
        .map((readModel) => projectInto(readModel, generation)),
    );
    const tables = projections.flatMap((projection) => projection.tables.map(({ name }) => name));
    await makeTemporaryTables(pool, tables);
    const log = { ...bound(options.log), heads: () => chosenHeads(options) };
    const runner = new ProjectionRunner({
      projections: options.projections,
      sets: projections.map(({ generation }) => generation),
      log,
      pool,
      ...(options.pageSize && { pageSize: options.pageSize }),
    });
    for (let attempt = 1; ; attempt++) {
      await runner.catchUp();
      const compared = await atSamePosition(
        pool,
        projections,
        tables,
        (await chosenHeads(options)).map(({ tenant }) => tenant),
      );
      if (compared) return compared;
      if (attempt === ATTEMPTS) throw new Error('The live read models are not at the head of the log');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await pool.end();
  }
}

/** Creates empty temporary tables that shadow those of the same name in this session: what it folds goes there. */
export async function makeTemporaryTables(client: Client, tables: readonly string[]): Promise<void> {
  for (const table of [...BOOKKEEPING, ...tables]) {
    await client.query(
      `create temporary table ${table} (like public.${table} including defaults including constraints including indexes)`,
    );
  }
}

const bound = (log: CompareOptions['log']) => ({
  read: log.read.bind(log),
  watch: log.watch.bind(log),
  ...(log.readPages && { readPages: log.readPages.bind(log) }),
});

async function chosenHeads({ log, tenants }: CompareOptions): ReturnType<CompareOptions['log']['heads']> {
  const heads = await log.heads();
  return tenants ? heads.filter(({ tenant }) => tenants.includes(tenant)) : heads;
}

async function atSamePosition(
  pool: pg.Pool,
  projections: readonly Projection[],
  tables: readonly string[],
  tenants: readonly string[],
): Promise<Comparison | undefined> {
  await pool.query('begin isolation level repeatable read');
  try {
    await pool.query(`select set_config('plimsoll.tenants', $1, true)`, [`{${tenants.join(',')}}`]);
    const apart = await pool.query(
      `select from pg_temp.projection_checkpoints r
       left join public.projection_checkpoints l on l.tenant = r.tenant and l.projection = r.projection
       where r.projection = any ($1) and l.position is distinct from r.position limit 1`,
      [projections.map(({ name }) => name)],
    );
    if (apart.rowCount) return undefined;
    const differences: TableDifference[] = [];
    const rows: Record<string, number> = {};
    for (const table of tables) {
      const onlyLive = await rowsOfOne(pool, `public.${table}`, `pg_temp.${table}`, tenants);
      const onlyRebuilt = await rowsOfOne(pool, `pg_temp.${table}`, `public.${table}`, tenants);
      if (onlyLive.length > 0 || onlyRebuilt.length > 0) differences.push({ table, onlyLive, onlyRebuilt });
      const counted = await pool.query<{ count: string }>(`select count(*) from pg_temp.${table}`);
      rows[table] = Number(counted.rows[0]!.count);
    }
    return { differences, rows };
  } finally {
    await pool.query('rollback');
  }
}

async function rowsOfOne(pool: pg.Pool, one: string, other: string, tenants: readonly string[]): Promise<string[]> {
  const of = (table: string) => `select * from ${table} where tenant = any ($1::uuid[])`;
  const { rows } = await pool.query<{ row: string }>(
    `select t::text as row from (${of(one)} except all ${of(other)}) t limit ${SHOWN}`,
    [tenants],
  );
  return rows.map(({ row }) => row);
}
