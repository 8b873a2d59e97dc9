import type { DomainEvent } from '@plimsoll/contracts/kernel/event-contracts';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Table } from './table.ts';

export type Key = readonly (string | number)[];

/** The rows that a page reads and writes: existing ones that were loaded, and new ones. */
export interface Rows {
  get<Row extends object>(table: Table<Row>, ...key: Key): Row | undefined;
  all<Row extends object>(table: Table<Row>): readonly Row[];
  /** Inserts or replaces a row. */
  put<Row extends object>(table: Table<Row>, row: NoInfer<Row>): void;
  remove<Row extends object>(table: Table<Row>, ...key: Key): void;
}

/** Rows as a fold sees them, which knows which rows are its own. */
export interface FoldRows extends Rows {
  /** Writes a row that nothing else writes in this page. */
  putOwn<Row extends object>(table: Table<Row>, row: NoInfer<Row>): void;
}

/** The rows of a table that a page needs: by key, or all of the tenant. */
export interface Need {
  readonly table: Table<object>;
  readonly keys: readonly Key[] | 'ALL';
}

export type EventType = DomainEvent['type'];
/** An event of the log with the data type of its contract. */
export type Recorded<Type extends EventType> = RecordedEvent & Extract<DomainEvent, { readonly type: Type }>;
export type Handlers<Arguments extends readonly unknown[], Result> = {
  readonly [Type in EventType]?: (event: Recorded<Type>, ...more: Arguments) => Result;
};
export type AnyHandler<Arguments extends readonly unknown[], Result> = (
  event: RecordedEvent,
  ...more: Arguments
) => Result;

/** Folds the rows of one table, each from the events of one stream (`fold-stream.ts`). */
export interface RowFold {
  readonly table: Table<object>;
  readonly eventTypes: readonly string[];
  needs(events: readonly RecordedEvent[]): readonly Key[];
  /** Starts a page. */
  open(rows: FoldRows): { take(event: RecordedEvent): void; close(): void };
}

/** What `defineReadModel` makes a read model from. */
export interface ReadModelDeclaration {
  readonly name: string;
  /** Raised when its tables or their content change. Rows of two versions never mix. */
  readonly version: number;
  readonly tables: readonly Table<object>[];
  /** Tables whose rows are folded from one stream each. */
  readonly folds?: readonly RowFold[];
  /**
   * Handlers of events that change other rows. Without clock, I/O or other read models; an exception parks the event's
   * stream.
   */
  readonly on?: Handlers<readonly [Rows], void>;
  /** Small tables that are loaded completely (`rows.get`, `rows.all`). */
  readonly reads?: readonly Table<object>[];
  /** Authorization depends on it: it is followed before all others. */
  readonly priority?: 'authorization';
}

/** The tables of a read model, and the pure function that folds pages of a tenant's events into their rows. */
export interface ReadModel {
  readonly name: string;
  readonly version: number;
  readonly tables: readonly Table<object>[];
  readonly priority: 'authorization' | undefined;
  /** Other event types are ignored. */
  readonly eventTypes: ReadonlySet<string>;
  needs(events: readonly RecordedEvent[]): readonly Need[];
  project(events: readonly RecordedEvent[], rows: FoldRows): void;
}

/**
 * Declares a read model. From it follow row types, tables with tenant isolation, the migration, and the checkpoint
 * `name@version`.
 */
export function defineReadModel({
  name,
  version,
  tables,
  folds = [],
  on = {},
  reads = [],
  priority,
}: ReadModelDeclaration): ReadModel {
  const handlers = new Map(Object.entries(on) as [string, AnyHandler<readonly [Rows], void>][]);
  const foldsByType = new Map<string, number[]>();
  for (const [index, { eventTypes }] of folds.entries())
    for (const type of eventTypes) foldsByType.set(type, [...(foldsByType.get(type) ?? []), index]);
  for (const { table } of folds)
    if (!tables.includes(table)) throw new Error(`${name} folds ${table.name}, which is not among its tables`);
  return {
    name,
    version,
    tables,
    priority,
    eventTypes: new Set([...handlers.keys(), ...foldsByType.keys()]),
    needs: (events) => [
      ...folds.map((fold) => ({ table: fold.table, keys: fold.needs(events) })),
      ...reads.map((table) => ({ table, keys: 'ALL' as const })),
    ],
    project(events, rows) {
      const open = folds.map((fold) => fold.open(rows));
      for (const event of events) {
        const indexes = foldsByType.get(event.type);
        if (indexes) for (let next = 0; next < indexes.length; next++) open[indexes[next]!]!.take(event);
        if (handlers.size > 0) handlers.get(event.type)?.(event, rows);
      }
      for (const fold of open) fold.close();
    },
  };
}
