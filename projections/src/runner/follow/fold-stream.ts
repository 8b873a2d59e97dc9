import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { AnyHandler, EventType, Handlers, Key, Recorded, RowFold, Rows } from '../tables/read-model.ts';
import type { Table } from '../tables/table.ts';

/** How the events of a stream become a row. */
export interface StreamFold<Row extends object, State extends object> {
  /** The kind of stream, if other kinds have events of the same types: those are ignored. */
  readonly of?: StreamKind;
  /** The key of the row that an event belongs to; by default its stream's guid. */
  readonly key?: (event: RecordedEvent) => Key;
  /** Events that start a row. */
  readonly begin: Handlers<readonly [], NoInfer<State>>;
  /** Events that start a row, or go on with it where there is one. */
  readonly beginOrEvolve?: {
    readonly [Type in EventType]?: (state: State | null, event: Recorded<Type>) => NoInfer<State>;
  };
  /** Events that change a row, in place. */
  readonly evolve?: { readonly [Type in EventType]?: (state: State, event: Recorded<Type>) => void };
  /** Applied to the row after every event. */
  readonly always?: (state: State, event: RecordedEvent) => void;
  /** Converts a row to the fold's state and back, where they differ (JSON is parsed once per page). */
  readonly read?: (row: Row) => State;
  readonly write?: (state: State) => Row;
  /** Called for each row that a page changed, with the row before the page. */
  readonly changed?: (before: Row | undefined, after: Row, rows: Rows) => void;
}

interface Open<Row, State> {
  readonly before: Row | undefined;
  state: State;
}

const streamOf = ({ stream }: RecordedEvent): Key => [stream.guid];
/** Whether an event belongs to a stream of another kind. */
const isOther = (kind: StreamKind | undefined, { stream }: RecordedEvent): boolean =>
  kind !== undefined && stream.kind !== kind;
const streamText = ({ stream }: RecordedEvent): string => stream.guid;

/**
 * Folds the events of each stream into one row of the table. An event of a row that was never started is an error and
 * parks its stream.
 */
export function foldStream<Row extends object, State extends object = Row>(
  table: Table<Row>,
  fold: StreamFold<Row, State>,
): RowFold {
  const { key = streamOf, changed, always } = fold;
  const textOf = fold.key ? (event: RecordedEvent) => key(event).join('\n') : streamText;
  const read = fold.read ?? ((row: Row) => ({ ...row }) as unknown as State);
  const write = fold.write ?? ((state: State) => state as unknown as Row);
  const begin = new Map(Object.entries(fold.begin) as [string, AnyHandler<readonly [], State>][]);
  const either = new Map(
    Object.entries(fold.beginOrEvolve ?? {}) as [string, (state: State | null, event: RecordedEvent) => State][],
  );
  const evolve = new Map(Object.entries(fold.evolve ?? {}) as [string, (state: State, event: RecordedEvent) => void][]);
  const begins = (type: string) => begin.has(type) || either.has(type);
  const needsEarlier = (type: string) =>
    evolve.has(type) || either.has(type) || (changed !== undefined && begin.has(type));
  return {
    table: table as unknown as Table<object>,
    eventTypes: [...new Set([...begin.keys(), ...either.keys(), ...evolve.keys()])],
    needs(events) {
      const begun = new Set<string>();
      const earlier = new Map<string, Key>();
      for (const event of events) {
        if ((!begins(event.type) && !evolve.has(event.type)) || isOther(fold.of, event)) continue;
        const text = textOf(event);
        if (begun.has(text)) continue;
        if (needsEarlier(event.type)) earlier.set(text, key(event));
        if (begins(event.type)) begun.add(text);
      }
      return [...earlier.values()];
    },
    open(rows) {
      const open = new Map<string, Open<Row, State>>();
      const find = (event: RecordedEvent, text: string): Open<Row, State> | undefined => {
        const before = rows.get(table, ...key(event));
        if (!before) return undefined;
        const begun = { before, state: read(before) };
        open.set(text, begun);
        return begun;
      };
      const goOn = (event: RecordedEvent, text: string): Open<Row, State> => {
        const begun = find(event, text);
        if (!begun) throw new Error(`${event.type} of ${text}, which never began`);
        return begun;
      };
      return {
        take(event) {
          if (isOther(fold.of, event)) return;
          const text = textOf(event);
          const known = open.get(text);
          const first = begin.get(event.type);
          if (first) {
            const state = first(event);
            always?.(state, event);
            if (known) known.state = state;
            else open.set(text, { before: changed && rows.get(table, ...key(event)), state });
            return;
          }
          const next = either.get(event.type);
          if (next) {
            const earlier = known ?? find(event, text);
            const state = next(earlier?.state ?? null, event);
            always?.(state, event);
            if (earlier) earlier.state = state;
            else open.set(text, { before: undefined, state });
            return;
          }
          const { state } = known ?? goOn(event, text);
          evolve.get(event.type)!(state, event);
          always?.(state, event);
        },
        close() {
          for (const { before, state } of open.values()) {
            const after = write(state);
            rows.putOwn(table, after);
            changed?.(before, after, rows);
          }
        },
      };
    },
  };
}

/**
 * Declares a row per event of some types, which no other event changes.
 * @param kind of stream, if other kinds have events of the same types.
 */
export function rowPerEvent<Row extends object>(
  table: Table<Row>,
  eventTypes: readonly EventType[],
  rowOf: (event: RecordedEvent) => NoInfer<Row>,
  kind?: StreamKind,
): RowFold {
  return {
    table: table as unknown as Table<object>,
    eventTypes,
    needs: () => [],
    open: (rows) => ({
      take: (event) => void (isOther(kind, event) || rows.putOwn(table, rowOf(event))),
      close: () => undefined,
    }),
  };
}

/** Builds handlers that are the same for several event types. */
export const each = <const Types extends readonly EventType[], Result>(
  types: Types,
  work: Result,
): { readonly [Type in Types[number]]: Result } =>
  Object.fromEntries(types.map((type) => [type, work])) as { readonly [Type in Types[number]]: Result };
