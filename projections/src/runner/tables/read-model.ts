import type { DomainEvent } from '@plimsoll/contracts/kernel/event-contracts';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Table } from './table.ts';

export type Key = readonly (string | number)[];

/** The rows that a page works on: those that were there before, as far as they were asked for, and those that it makes. */
export interface Rows {
  get<Row extends object>(table: Table<Row>, ...key: Key): Row | undefined;
  all<Row extends object>(table: Table<Row>): readonly Row[];
  /** Writes a row, whether there was one of its key or not. */
  put<Row extends object>(table: Table<Row>, row: NoInfer<Row>): void;
  remove<Row extends object>(table: Table<Row>, ...key: Key): void;
}

/** The same for a fold, which knows which rows are its own. */
export interface FoldedRows extends Rows {
  /** Writes a row that nobody else puts in this page. */
  putOwn<Row extends object>(table: Table<Row>, row: NoInfer<Row>): void;
}

export interface Need {
  readonly table: Table<object>;
  readonly keys: readonly Key[] | 'ALL';
}

export type EventType = DomainEvent['type'];
/** An event of the log with the data that its contract says. */
export type Recorded<Type extends EventType> = RecordedEvent & Extract<DomainEvent, { readonly type: Type }>;
export type Handlers<Arguments extends readonly unknown[], Result> = {
  readonly [Type in EventType]?: (event: Recorded<Type>, ...more: Arguments) => Result;
};
export type AnyHandler<Arguments extends readonly unknown[], Result> = (
  event: RecordedEvent,
  ...more: Arguments
) => Result;

/** How one table's rows are folded, each from the events of one stream (`fold-stream.ts`). */
export interface RowFold {
  readonly table: Table<object>;
  readonly eventTypes: readonly string[];
  needs(events: readonly RecordedEvent[]): readonly Key[];
  /** Begins a page. */
  open(rows: FoldedRows): { take(event: RecordedEvent): void; close(): void };
}

export interface ReadModelDeclaration {
  readonly name: string;
  /** Raised when its tables or what is folded into them change; a row of the old one and of the new one never meet. */
  readonly version: number;
  readonly tables: readonly Table<object>[];
  /** Tables whose rows follow one stream each. */
  readonly folds?: readonly RowFold[];
  /** What else an event changes. No clock, no I/O, no other read model; what it throws parks the event's stream. */
  readonly on?: Handlers<readonly [Rows], void>;
  /** Tables of few rows, all of which are at hand (`rows.get`, `rows.all`). */
  readonly reads?: readonly Table<object>[];
  /** Decides who may do what: followed before everything else. */
  readonly priority?: 'authorization';
}

/** A question's tables, and the pure function that folds pages of a tenant's events into their rows. */
export interface ReadModel {
  readonly name: string;
  readonly version: number;
  readonly tables: readonly Table<object>[];
  readonly priority: 'authorization' | undefined;
  /** Events of other types pass by. */
  readonly eventTypes: ReadonlySet<string>;
  needs(events: readonly RecordedEvent[]): readonly Need[];
  project(events: readonly RecordedEvent[], rows: FoldedRows): void;
}

/** From a declaration come row types, tables with their tenancy, the migration that makes them, and the checkpoint `name@version`. */
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
