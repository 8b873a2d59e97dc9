/** How a value travels to PostgreSQL and back (`column-values.ts`). */
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
/** A column that holds less than its type could: `of<IncidentState>('text')`. */
export type ColumnOf<Value> = Declared & { readonly [holds]: Value };
export const of = <Value>(type: Declared): ColumnOf<Value> => type as ColumnOf<Value>;

/** A type of PostgreSQL; with a question mark it may be null. */
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

/** What a row with these columns is. */
export type RowOfColumns<Columns extends Readonly<Record<string, Column>>> = {
  -readonly [Name in keyof Columns]: ValueOf<Columns[Name]>;
};

export interface TableDeclaration<Columns extends Readonly<Record<string, Column>>> {
  readonly comment?: string;
  /** The columns that tell its rows apart, besides the tenant, which leads every key and is not listed. */
  readonly key: readonly (keyof Columns & string)[];
  readonly columns: Columns;
  readonly comments?: { readonly [Name in keyof Columns]?: string };
  /** What follows `create index … on …`, by the end of the index's name. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Columns that questions filter by besides: a rebuild looks at what is in them, as in those of the key and the indexes. */
  readonly filtered?: readonly (keyof Columns & string)[];
  /** Storage parameters (`fillfactor = 85`). */
  readonly storage?: string;
  /** What follows `create policy … on …`, besides that of the tenant, by the policy's name. */
  readonly policies?: Readonly<Record<string, string>>;
}

/** A table as it stands in the database: what reading and writing its rows needs. */
export interface AnyTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ColumnType>>;
}

/**
 * A read model's table. In SQL it stands for the table of the set that answers: `select … from ${incidentListTable}`.
 * What it is called in the database follows from its read model's version and set.
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
      Object.entries(declared.columns).map(([column, type]) => [column, type.replace(/\(.*\)|\?/g, '') as ColumnType]),
    );
  }

  toString(): string {
    return `{{${this.name}}}`;
  }
}

/** Where a table's name stands in SQL, with the name. */
export const TABLE_NAMES = /\{\{([a-z_]+)\}\}/g;

/** In SQL: the name of a read model's set that answers, as its checkpoints are called. */
export const activeGeneration = (readModel: { readonly name: string }): string => `{{@${readModel.name}}}`;
export const GENERATION_NAMES = /\{\{@([a-z-]+)\}\}/g;

/** Declares a read model's table; its rows' type is `RowOf<typeof thatTable>`. */
export const table = <const Columns extends Readonly<Record<string, Column>>>(
  name: string,
  declared: TableDeclaration<Columns>,
): Table<RowOfColumns<Columns>> =>
  new Table(name, declared as unknown as TableDeclaration<Readonly<Record<string, Column>>>);

export type RowOf<T extends Table<object>> = T['row'];
