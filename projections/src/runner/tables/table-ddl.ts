import type { Table } from './table.ts';

/**
 * The statements that create a table, in three steps, since a rebuild fills it in between: bare table, key, everything
 * else.
 */
export interface TableDdl {
  readonly create: string;
  readonly key: string;
  readonly rest: readonly string[];
  /** Columns that rows are found or filtered by, to be analyzed. Autovacuum analyzes the others later. */
  readonly looked: readonly string[];
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Builds the statements that create a declared table under a name. */
export function ddlOf({ declared }: Table<object>, name: string): TableDdl {
  const columns = Object.entries<string>(declared.columns).map(([column, type]) =>
    type.endsWith('?') ? `${column} ${type.slice(0, -1)}` : `${column} ${type} not null`,
  );
  const named = (entries: Readonly<Record<string, string | undefined>> = {}) =>
    Object.entries(entries).flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]));
  const asked = new Set<string>([
    ...declared.key,
    ...(declared.filtered ?? []),
    ...Object.values(declared.indexes ?? {}).flatMap((text) => text.match(/\w+/g) ?? []),
  ]);
  return {
    looked: ['tenant', ...Object.keys(declared.columns).filter((column) => asked.has(column))],
    create: `create table ${name} (\n  ${['tenant uuid not null', ...columns].join(',\n  ')}\n)${declared.storage ? ` with (${declared.storage})` : ''}`,
    key: `alter table ${name} add primary key (${['tenant', ...declared.key].join(', ')})`,
    rest: [
      ...named(declared.indexes).map(([end, text]) => `create index ${name}_${end} on ${name} ${text}`),
      `select protect_read_model('${name}')`,
      ...named(declared.policies).map(([policy, text]) => `create policy ${policy} on ${name} ${text}`),
      ...(declared.comment ? [`comment on table ${name} is ${literal(declared.comment)}`] : []),
      ...named(declared.comments).map(([column, text]) => `comment on column ${name}.${column} is ${literal(text)}`),
      `alter table ${name} owner to plimsoll_owner`,
    ],
  };
}

/** Joins the statements that create a table. */
export const wholeDdl = (table: Table<object>, name: string): string => {
  const { create, key, rest } = ddlOf(table, name);
  return [create, key, ...rest].join(';\n');
};
