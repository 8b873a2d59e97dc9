import type { RecordedEvent } from '@plimsoll/event-store/event-store';

export type ColumnType = 'uuid' | 'text' | 'integer' | 'bigint' | 'boolean' | 'date' | 'timestamptz' | 'numeric' | 'jsonb' | 'text[]' | 'uuid[]';

/** A read model's table. `tenant` leads its key and is not listed; the version is part of its name (`incident_list_v1`). */
export interface Table<Row extends object = Record<string, unknown>> {
  readonly name: string;
  /** The columns that tell its rows apart, besides the tenant. */
  readonly key: readonly (keyof Row & string)[];
  readonly columns: { readonly [Column in keyof Row & string]: ColumnType };
}

/** The rows that a page works on: those that were asked for by `needs`, and those that it makes. */
export interface Rows {
  get<Row extends object>(table: Table<Row>, ...key: readonly (string | number)[]): Row | undefined;
  all<Row extends object>(table: Table<Row>): readonly Row[];
  put<Row extends object>(table: Table<Row>, row: Row): void;
  /** Puts a row that nothing before this event can have made, in this page or before it: it is inserted without looking for it. */
  add<Row extends object>(table: Table<Row>, row: Row): void;
  remove<Row extends object>(table: Table<Row>, ...key: readonly (string | number)[]): void;
}

export type Need = { readonly table: Table<never>; readonly keys: readonly (readonly (string | number)[])[] | 'ALL' };

/**
 * A read model: a question's tables, and the pure function that folds events into their rows. It gets pages of many
 * events of one tenant, in order; the runner loads the rows it needs, and writes what it changed in one upsert per
 * table, in the transaction that moves the checkpoint. No clock, no I/O, no other read model.
 */
export interface Projection {
  readonly name: string;
  readonly tables: readonly Table<never>[];
  /** Events of other types pass by. */
  readonly eventTypes: ReadonlySet<string>;
  needs(events: readonly RecordedEvent[]): readonly Need[];
  /** Throws at an event that it cannot take; the runner then parks that event's stream. */
  project(events: readonly RecordedEvent[], rows: Rows): void;
}
