/** A column's type; `column-values.ts` converts its values. */
export type ColumnType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'numeric'
  | 'jsonb'
  | 'text[]'
  | 'uuid[]';

type SqlType = ColumnType | `numeric(${number},${number})`;
type Declared = SqlType | `${SqlType}?`;

declare const holds: unique symbol;
/** A column with a narrower type than its SQL type: `of<IncidentState>('text')`. */
export type ColumnOf<Value> = Declared & { readonly [holds]: Value };
/** Narrows the type of a column: `of<IncidentState>('text')`. */
export const of = <Value>(type: Declared): ColumnOf<Value> => type as ColumnOf<Value>;

/** A PostgreSQL type; with a question mark it is nullable. */
export type Column = Declared | ColumnOf<unknown>;

interface Values {
  uuid: string;
  text: string;
  integer: number;
  bigint: number;
  boolean: boolean;
  date: string;
  timestamptz: string;
  numeric: string;
  jsonb: unknown;
  'text[]': readonly string[];
  'uuid[]': readonly string[];
}
type ValueOf<C> = C extends { readonly [holds]: infer Value }
  ? Value
  : C extends `${infer Type}?`
    ? ValueOf<Type> | null
    : C extends keyof Values
      ? Values[C]
      : string;

/** The row type of these columns. */
export type RowOfColumns<Columns extends Readonly<Record<string, Column>>> = {
  -readonly [Name in keyof Columns]: ValueOf<Columns[Name]>;
};

/** What `table` makes a table from. */
export interface TableDeclaration<Columns extends Readonly<Record<string, Column>>> {
  readonly comment?: string;
  /** Columns of the primary key, without the tenant, which leads every key. */
  readonly key: readonly (keyof Columns & string)[];
  readonly columns: Columns;
  readonly comments?: { readonly [Name in keyof Columns]?: string };
  /** SQL after `create index … on …`, by the suffix of the index's name. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Further columns that queries filter by: a rebuild analyzes them, like those of the key and the indexes. */
  readonly filtered?: readonly (keyof Columns & string)[];
  /** Storage parameters (`fillfactor = 85`). */
  readonly storage?: string;
  /** SQL after `create policy … on …`, by the policy's name; added to the tenant's policy. */
  readonly policies?: Readonly<Record<string, string>>;
}

/** A table in the database, as reading and writing its rows needs it. */
export interface AnyTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ColumnType>>;
}

/**
 * A read model's table. In SQL it represents the active generation's table: `select … from ${incidentListTable}`. Its
 * name in the database follows from its read model's version and generation.
 */
export class Table<Row extends object = object> implements AnyTable {
  declare readonly row: Row;
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly name: string;
  readonly declared: TableDeclaration<Readonly<Record<string, Column>>>;

  constructor(name: string, declared: TableDeclaration<Readonly<Record<string, Column>>>) {
    this.name = name;
    this.declared = declared;
    this.key = declared.key;
    this.columns = Object.fromEntries(
      Object.entries(declared.columns).map(([column, type]) => [
        column,
        type.replace(/\([^()]*\)|\?/g, '') as ColumnType,
      ]),
    );
  }

  toString(): string {
    return `{{${this.name}}}`;
  }
}

/** Matches a placeholder of a table in SQL, capturing its name. */
export const TABLE_NAMES = /\{\{([a-z_]+)\}\}/g;

/** SQL placeholder for the name of a read model's active generation, as its checkpoints have it. */
export const activeGeneration = (readModel: { readonly name: string }): string => `{{@${readModel.name}}}`;
export const GENERATION_NAMES = /\{\{@([a-z-]+)\}\}/g;

/** Declares a read model's table. Its row type is `RowOf<typeof thatTable>`. */
export const table = <const Columns extends Readonly<Record<string, Column>>>(
  name: string,
  declared: TableDeclaration<Columns>,
): Table<RowOfColumns<Columns>> =>
  new Table(name, declared as unknown as TableDeclaration<Readonly<Record<string, Column>>>);

export type RowOf<T extends Table<object>> = T['row'];
