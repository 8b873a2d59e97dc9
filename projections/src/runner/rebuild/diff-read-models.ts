import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { rowTypes } from '../tables/column-values.ts';
import type { Client } from '../follow/page-work.ts';
import { generationName, tableName, type Generation } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { followedGenerations } from '../generations/followed-generations.ts';
import type { Table } from '../tables/table.ts';

/** The difference between one organization's rows in a table of two generations at the same position. */
export interface TableDiff {
  readonly readModel: string;
  readonly tenant: string;
  readonly table: string;
  /** Names of the active generation and the inactive one. */
  readonly sets: readonly [string, string];
  readonly rows: number;
  readonly differing: number;
  /** Keys of some differing rows: guids, months, numbers, and no other values. */
  readonly samples: readonly Readonly<Record<string, unknown>>[];
}

/** The result of comparing generations. */
export interface ReadModelsDiff {
  /** Tables with differences. */
  readonly differences: readonly TableDiff[];
  /** Number of compared rows by table, so that two empty tables are not taken for proof. */
  readonly rows: Readonly<Record<string, number>>;
  /** Organizations in which the generations did not reach the same position, and were not compared. */
  readonly apart: readonly { readonly readModel: string; readonly tenant: string }[];
}

/** Which read models to compare, and how long to wait. */
export interface DiffOptions {
  readonly projectorUrl: string;
  readonly projections: readonly ReadModel[];
  /** How long to wait for the two generations, per organization. */
  readonly patienceMs?: number;
  readonly samples?: number;
}

/**
 * Compares the active generation with the inactive one, organization by organization, at the same position. Columns and
 * tables that only one version has are not compared. Reports keys of differing rows.
 */
export async function diffReadModels({
  projectorUrl,
  projections,
  patienceMs = 5_000,
  samples = 5,
}: DiffOptions): Promise<ReadModelsDiff> {
  const client = new pg.Client({ connectionString: projectorUrl, application_name: 'plimsoll diff' });
  await client.connect();
  try {
    const differences: TableDiff[] = [];
    const rows: Record<string, number> = {};
    const apart: ReadModelsDiff['apart'][number][] = [];
    for (const [one, other] of await pairs(client, projections)) {
      const readModel = one.readModel.name;
      const tables = one.readModel.tables.filter((table) =>
        other.readModel.tables.some(({ name }) => name === table.name),
      );
      const { rows: tenants } = await client.query<{ tenant: string }>(
        'select distinct tenant from projection_checkpoints where projection = any ($1) order by 1',
        [[generationName(one.generation), generationName(other.generation)]],
      );
      for (const { tenant } of tenants) {
        const compared = await atSamePosition(
          client,
          tenant,
          generationName(one.generation),
          generationName(other.generation),
          patienceMs,
          async () => {
            for (const table of tables) {
              const found = await compareGenerations(client, tenant, table, one.generation, other, samples);
              rows[table.name] = (rows[table.name] ?? 0) + found.rows;
              if (found.differing > 0)
                differences.push({
                  readModel,
                  tenant,
                  table: table.name,
                  sets: [generationName(one.generation), generationName(other.generation)],
                  ...found,
                });
            }
          },
        );
        if (!compared) apart.push({ readModel, tenant });
      }
    }
    return { differences, rows, apart };
  } finally {
    await client.end();
  }
}

interface Side {
  readonly readModel: ReadModel;
  readonly generation: Generation;
}

/** Pairs the active generation of each read model with its newest inactive one, if this product knows both versions. */
async function pairs(client: pg.Client, projections: readonly ReadModel[]): Promise<(readonly [Side, Side])[]> {
  const sides = (await followedGenerations(client)).flatMap((generation) => {
    const readModel = projections.find(
      ({ name, version }) => name === generation.readModel && version === generation.version,
    );
    return readModel ? [{ readModel, generation, active: generation.active }] : [];
  });
  return [...Map.groupBy(sides, ({ generation }) => generation.readModel).values()].flatMap((own) => {
    const activeSide = own.find(({ active }) => active);
    const inactiveSide = own.findLast(({ active }) => !active);
    return activeSide && inactiveSide ? [[activeSide, inactiveSide] as const] : [];
  });
}

/**
 * Runs work in a snapshot in which both generations are at the same position. Returns whether that happened in time.
 */
async function atSamePosition(
  client: pg.Client,
  tenant: string,
  one: string,
  other: string,
  patienceMs: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    await client.query('begin isolation level repeatable read read only');
    try {
      await client.query(`select set_config('plimsoll.tenants', $1, true)`, [`{${tenant}}`]);
      const { rows } = await client.query<{ is_same_position: boolean }>(
        `select count(distinct position) = 1 and count(*) = 2 as is_same_position from projection_checkpoints where tenant = $1 and projection = any ($2)`,
        [tenant, [one, other]],
      );
      if (rows[0]!.is_same_position) {
        await work();
        return true;
      }
    } finally {
      await client.query('rollback');
    }
    if (performance.now() >= until) return false;
    await sleep(50);
  }
}

/** Two tables of the same kind, by their names in the database. */
export interface ComparedTables {
  readonly tables: readonly [string, string];
  /** Without the tenant. */
  readonly key: readonly string[];
  /** Columns that both have. */
  readonly columns: readonly string[];
}

const compareGenerations = (
  client: pg.Client,
  tenant: string,
  table: Table<object>,
  generation: Generation,
  other: Side,
  samples: number,
): Promise<ComparedRows> => {
  const declared = other.readModel.tables.find(({ name }) => name === table.name)!;
  const columns = Object.keys(table.columns).filter((column) => declared.columns[column] === table.columns[column]);
  return compareTables(
    client,
    tenant,
    {
      tables: [tableName(table, generation), tableName(declared, other.generation)],
      key: table.key.filter((column) => columns.includes(column)),
      columns,
    },
    samples,
  );
};

type ComparedRows = Pick<TableDiff, 'rows' | 'differing' | 'samples'>;

/** Compares a tenant's rows in two tables, in the current transaction: counts differences and returns some keys. */
export async function compareTables(
  client: Client,
  tenant: string,
  { tables: [one, other], key, columns }: ComparedTables,
  samples: number,
): Promise<ComparedRows> {
  const of = (name: string) => `(select ${[...columns, 'true as is_there'].join(', ')} from ${name} where tenant = $1)`;
  const pairs = `from ${of(one)} a full join ${of(other)} b on ${key.map((column) => `a.${column} = b.${column}`).join(' and ') || 'a.is_there = b.is_there'}`;
  const row = (side: string) => `(${columns.map((column) => `${side}.${column}`).join(', ')})`;
  const differ = `(a.is_there is null or b.is_there is null or row${row('a')} is distinct from row${row('b')})`;
  const { rows } = await client.query<{ rows: number; differing: number }>(
    `select count(*)::integer as rows, (count(*) filter (where ${differ}))::integer as differing ${pairs}`,
    [tenant],
  );
  const keys = key.map((column) => `coalesce(a.${column}, b.${column}) as ${column}`).join(', ');
  const found =
    rows[0]!.differing === 0 || key.length === 0
      ? []
      : (
          await client.query<Record<string, unknown>>({
            text: `select ${keys} ${pairs} where ${differ} limit ${samples}`,
            values: [tenant],
            types: rowTypes,
          })
        ).rows;
  return { ...rows[0]!, samples: found };
}
