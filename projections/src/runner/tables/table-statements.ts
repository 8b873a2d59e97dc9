import type pg from 'pg';
import { arrayOf, rowTypes, unnested } from './column-values.ts';
import type { Key } from './read-model.ts';
import type { AnyTable, ColumnType } from './table.ts';

interface Statements {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly keys: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly insert: string;
  readonly upsert: string;
  readonly remove: string;
  readonly load: string;
  readonly loadAll: string;
}

const known = new WeakMap<AnyTable, Statements>();

function statementsOf(table: AnyTable): Statements {
  const made = known.get(table) ?? makeStatements(table);
  known.set(table, made);
  return made;
}

function makeStatements(table: AnyTable): Statements {
  const columns = Object.entries(table.columns).map(([name, type]) => ({ name, type }));
  const keys = table.key.map((name) => ({ name, type: table.columns[name]! }));
  const others = columns
    .filter(({ name }) => !table.key.includes(name))
    .map(({ name }) => `${name} = excluded.${name}`);
  const names = columns.map(({ name }) => name).join(', ');
  const lists = columns.map(({ type }, index) => unnested(type, index + 2));
  const wanted = `(select unnest($1::uuid[]) as tenant${keys.map(({ name, type }, index) => `, ${unnested(type, index + 2)} as ${name}`).join('')}) k`;
  const same = ['tenant', ...table.key].map((name) => `t.${name} = k.${name}`).join(' and ');
  const insert = `insert into ${table.name} (${['tenant', ...columns.map(({ name }) => name)].join(', ')}) select ${['unnest($1::uuid[])', ...lists].join(', ')}`;
  return {
    columns,
    keys,
    insert,
    upsert:
      `${insert} ` +
      `on conflict (${['tenant', ...table.key].join(', ')}) do ${others.length > 0 ? `update set ${others.join(', ')}` : 'nothing'}`,
    remove: `delete from ${table.name} t using ${wanted} where ${same}`,
    load: `select t.tenant, ${columns.map(({ name }) => `t.${name}`).join(', ')} from ${wanted} join ${table.name} t on ${same}`,
    loadAll: `select tenant, ${names} from ${table.name} where tenant = any ($1::uuid[])`,
  };
}

/** A row has a value that its column cannot hold. Retrying does not help. */
export class UnwritableValue extends Error {
  override readonly name = 'UnwritableValue';
}

/** Builds a statement; errors are reported as UnwritableValue. */
export function written<T>(table: AnyTable, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new UnwritableValue(`${table.name}: ${(cause as Error).message}`, { cause });
  }
}

const uuids = (tenants: readonly string[]) => arrayOf('uuid', tenants);

const keyLists = (keys: Statements['keys'], rows: readonly Key[]) =>
  keys.map(({ type }, index) =>
    arrayOf(
      type,
      rows.map((row) => row[index]),
    ),
  );

/** A row's key with its tenant. */
export interface KeyOfTenant {
  readonly tenant: string;
  readonly key: Key;
}

/** A statement with its values, ready to send. */
export type Ready = pg.QueryConfig;

/** Selects rows of several tenants by key, each with its `tenant`. @throws UnwritableValue, as all of these do. */
export function loading(table: AnyTable, wanted: readonly KeyOfTenant[]): Ready {
  const { keys, load } = statementsOf(table);
  const values = written(table, () => [
    uuids(wanted.map(({ tenant }) => tenant)),
    ...keyLists(
      keys,
      wanted.map(({ key }) => key),
    ),
  ]);
  return { name: `load ${table.name}`, text: load, values, types: rowTypes };
}

/** Selects all rows of these tenants. */
export const loadingAll = (table: AnyTable, tenants: readonly string[]): Ready => ({
  name: `load all ${table.name}`,
  text: statementsOf(table).loadAll,
  values: [uuids(tenants)],
  types: rowTypes,
});

/** Rows of several tenants. */
export interface RowsOfTenants {
  /** The tenant of each row. */
  readonly tenants: readonly string[];
  readonly rows: readonly Record<string, unknown>[];
}

/** Inserts or updates rows of several tenants. */
export const upserting = (table: AnyTable, rows: RowsOfTenants): Ready => ({
  name: `upsert ${table.name}`,
  text: statementsOf(table).upsert,
  values: columnArrays(table, rows),
});

/** Inserts new rows at half the cost of upserting. The database rejects a row that exists (23505). */
export const inserting = (table: AnyTable, rows: RowsOfTenants): Ready => ({
  name: `insert ${table.name}`,
  text: statementsOf(table).insert,
  values: columnArrays(table, rows),
});

const columnArrays = (table: AnyTable, { tenants, rows }: RowsOfTenants) =>
  written(table, () => [
    uuids(tenants),
    ...statementsOf(table).columns.map(({ name, type }) =>
      arrayOf(
        type,
        rows.map((row) => row[name]),
      ),
    ),
  ]);

/** Deletes rows of several tenants by key. */
export function removing(table: AnyTable, gone: readonly KeyOfTenant[]): Ready {
  const { keys, remove } = statementsOf(table);
  const values = written(table, () => [
    uuids(gone.map(({ tenant }) => tenant)),
    ...keyLists(
      keys,
      gone.map(({ key }) => key),
    ),
  ]);
  return { name: `remove ${table.name}`, text: remove, values };
}
