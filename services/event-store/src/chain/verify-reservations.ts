import {
  isSameStream,
  streamName,
  type Position,
  type RecordedEvent,
  type ReservationError,
  type Reservations,
  type StreamId,
} from '../port/event-store.ts';
import type { DerivedNames, NamesForGood, StreamNames } from './derived-names.ts';
import type { LogPage, LogRow } from './log-page.ts';

/** A stored reservation. */
export interface StoredReservation {
  /** Keyed hash of the name. */
  readonly key: string;
  /** Position of the last event of the command that reserved it. */
  readonly position: Position;
}

/** What a log and its reservations look like at one moment, however many are written meanwhile. */
export interface LogSnapshot {
  page(after: Position, limit: number): Promise<LogPage>;
  /** Returns up to `limit` reservations after a key, in the order of the keys. */
  reservationsAfter(key: string, limit: number): Promise<readonly StoredReservation[]>;
}

/** What deriving the names of a tenant needs. */
export interface NamesInput {
  readonly derived: DerivedNames;
  readonly keyOf: (name: string) => string;
  /** Reads rows as events, with personal data where its keys exist. */
  readonly open: (rows: readonly LogRow[]) => Promise<readonly RecordedEvent[]>;
  /** Reads rows as events without personal data. */
  readonly openWithoutKeys: (rows: readonly LogRow[]) => readonly RecordedEvent[];
  /** When the database came to a version that reserves all names: some may be missing from before. */
  readonly completeSinceMicros: number;
}

/** A name that must be reserved now. */
interface Held {
  readonly label: string;
  readonly isSinceUpgrade: boolean;
  /** Null for a name for good: its stream is that of the event at the position. */
  readonly stream: StreamId | null;
  readonly position: Position;
  /** Where version 0.1.0 reserved it. */
  readonly later?: Position;
}

/** An event that may change what is held, and the last position of its command. */
interface Relevant {
  readonly row: LogRow;
  readonly end: Position;
  readonly names: StreamNames | undefined;
  readonly isForGood: boolean;
}

const PAGE = 5_000;
const MAX_ERRORS = 100;

/**
 * Derives from a tenant's log which names are held, command by command, and compares them with the stored reservations.
 * Remembers a state per stream that may hold names, and a key per held name, but nothing of other streams.
 */
export class WalkedNames {
  readonly #input: NamesInput;
  readonly #ofStreams: ReadonlyMap<string, StreamNames>;
  readonly #forGood: readonly { readonly names: NamesForGood; readonly take: ReturnType<NamesForGood['begin']> }[];
  readonly #typesForGood: ReadonlySet<string>;
  /** States of streams that are not as they began. */
  readonly #states = new Map<string, unknown>();
  readonly #held = new Map<string, Held>();
  /** Keys of names that a command may have reserved instead, with the key of the likely one. */
  readonly #alternatives = new Map<string, string>();
  /** How many erased names were reserved at each position; and how many are held. */
  readonly #erasedAt = new Map<Position, number>();
  #erasedHeld = 0;
  /** Up to here the version before may have written names for good without reserving them. */
  #incompleteUntil: Position = 0;
  #relevant: Relevant[] = [];
  readonly #errors: ReservationError[] = [];
  #moreErrors = 0;

  constructor(input: NamesInput) {
    this.#input = input;
    this.#ofStreams = new Map(input.derived.ofStreams.map((names) => [names.stream, names]));
    this.#forGood = input.derived.forGood.map((names) => ({ names, take: names.begin() }));
    this.#typesForGood = new Set(input.derived.forGood.flatMap(({ types }) => types));
  }

  /** Takes the next event. @param end the last position of its command. */
  take(row: LogRow, type: string, end: Position): void {
    if (row.recordedAtMicros < this.#input.completeSinceMicros) this.#incompleteUntil = row.position;
    const names = this.#ofStreams.get(row.stream.kind);
    const isForGood = this.#typesForGood.has(type);
    if (names || isForGood) this.#relevant.push({ row, end, names, isForGood });
  }

  /** Derives what the commands reserved and released that ended up to a position. */
  async endPage(position: Position): Promise<void> {
    const complete = this.#relevant.filter(({ end }) => end <= position);
    if (complete.length === 0) return;
    this.#relevant = this.#relevant.slice(complete.length);
    const rowsOf = (needsKeys: boolean) =>
      complete.filter(({ names }) => (names !== undefined) === needsKeys).map(({ row }) => row);
    const opened = [...(await this.#input.open(rowsOf(true))), ...this.#input.openWithoutKeys(rowsOf(false))];
    const events = new Map(opened.map((event) => [event.position, event]));
    for (const [end, command] of Map.groupBy(complete, (relevant) => relevant.end)) {
      const unreadable = command.find(({ row }) => events.get(row.position)!.unreadable);
      if (unreadable)
        this.#report({ problem: 'UNREADABLE', stream: unreadable.row.stream, position: unreadable.row.position });
      else this.#takeCommand(command, events, end);
    }
  }

  /** Compares what the log says with what is stored in a snapshot whose head the walk has reached. Only once. */
  async compare(snapshot: LogSnapshot, head: Position): Promise<Reservations> {
    let [asDerived, erasedRows, unreserved] = [0, 0, 0];
    if (!this.#errors.some(({ problem }) => problem === 'UNREADABLE')) {
      for await (const { key, position } of allReservations(snapshot)) {
        const own = this.#held.has(key) ? key : this.#alternatives.get(key);
        const held = own === undefined ? undefined : this.#held.get(own);
        if (held) this.#held.delete(own!);
        if (held && (held.position === position || held.later === position)) asDerived++;
        else if (held) this.#report({ ...held, problem: 'MISPLACED', found: position });
        else if (this.#takeErased(position)) erasedRows++;
        else this.#report({ problem: 'SURPLUS', stream: null, position });
      }
      for (const held of this.#held.values())
        if (this.#mayPrecedeUpgrade(held)) unreserved++;
        else this.#report({ ...held, problem: 'MISSING' });
    }
    const errors: ReservationError[] = [];
    for (const error of this.#errors)
      errors.push({ ...error, stream: error.stream ?? (await streamAt(snapshot, error.position, head)) });
    return {
      asDerived,
      errors,
      moreErrors: this.#moreErrors,
      erased: Math.max(this.#erasedHeld, erasedRows),
      unreserved,
    };
  }

  #takeCommand(command: readonly Relevant[], events: ReadonlyMap<Position, RecordedEvent>, end: Position): void {
    const before = new Map<
      string,
      { readonly stream: StreamId; readonly names: StreamNames; readonly state: unknown }
    >();
    for (const { row, names } of command) {
      if (!names) continue;
      const name = streamName(row.stream);
      const state = this.#states.has(name) ? this.#states.get(name) : names.initial(row.stream.guid);
      if (!before.has(name)) before.set(name, { stream: row.stream, names, state });
      this.#states.set(name, names.evolve(state, events.get(row.position)!));
    }
    const changed = [...before].map(([name, { stream, names, state }]) => {
      const now = this.#states.get(name);
      if (now === names.initial(stream.guid)) this.#states.delete(name);
      return { stream, changes: names.held.map((held) => this.#changes(held, state, now)) };
    });
    for (const { stream, changes } of changed)
      for (const name of changes.flatMap(({ released }) => released)) this.#release(name, stream);
    for (const { stream, changes } of changed)
      for (const { label, reserved, erased } of changes) {
        for (const name of reserved) this.#hold(name, { label, isSinceUpgrade: false, stream, position: end });
        this.#erasedHeld += erased;
        if (erased > 0) this.#erasedAt.set(end, (this.#erasedAt.get(end) ?? 0) + erased);
      }
    this.#takeForGood(
      command.filter(({ isForGood }) => isForGood),
      events,
      end,
    );
  }

  #takeForGood(relevant: readonly Relevant[], events: ReadonlyMap<Position, RecordedEvent>, end: Position): void {
    if (relevant.length === 0) return;
    for (const { names, take } of this.#forGood) {
      const own = relevant.map(({ row }) => events.get(row.position)!).filter(({ type }) => names.types.includes(type));
      for (const { name, isSinceUpgrade = false, isRepeated, alternatives = [] } of own.length > 0 ? take(own) : []) {
        if (isRepeated) this.#repeat(name, end);
        else this.#hold(name, { label: names.label, isSinceUpgrade, stream: null, position: end });
        for (const other of alternatives) this.#alternatives.set(this.#input.keyOf(other), this.#input.keyOf(name));
      }
    }
  }

  #changes({ label, names }: StreamNames['held'][number], before: unknown, after: unknown) {
    const [held, holds] = [names(before), names(after)];
    const erasedOf = (all: readonly (string | null)[]) => all.filter((name) => name === null).length;
    const without = (all: readonly (string | null)[], others: readonly (string | null)[]) => [
      ...new Set(all.filter((name): name is string => name !== null && !others.includes(name))),
    ];
    return {
      label,
      released: without(held, holds),
      reserved: without(holds, held),
      erased: erasedOf(holds) - erasedOf(held),
    };
  }

  #hold(name: string, held: Held): void {
    const key = this.#input.keyOf(name);
    const before = this.#held.get(key);
    if (before && !this.#mayPrecedeUpgrade(before)) this.#report({ ...held, problem: 'TWICE', found: before.position });
    else this.#held.set(key, held);
  }

  #repeat(name: string, later: Position): void {
    const key = this.#input.keyOf(name);
    const held = this.#held.get(key);
    if (held && this.#mayPrecedeUpgrade(held)) this.#held.set(key, { ...held, later });
  }

  #mayPrecedeUpgrade({ isSinceUpgrade, position }: Held): boolean {
    return isSinceUpgrade && position <= this.#incompleteUntil;
  }

  #release(name: string, by: StreamId): void {
    const key = this.#input.keyOf(name);
    const stream = this.#held.get(key)?.stream;
    if (stream && isSameStream(stream, by)) this.#held.delete(key);
  }

  /** Whether an erased name was reserved at a position; each accounts for one reservation. */
  #takeErased(position: Position): boolean {
    const left = this.#erasedAt.get(position) ?? 0;
    if (left > 0) this.#erasedAt.set(position, left - 1);
    return left > 0;
  }

  #report({ problem, label, stream, position, found }: ReservationError): void {
    if (this.#errors.length === MAX_ERRORS) this.#moreErrors++;
    else
      this.#errors.push({
        problem,
        stream,
        position,
        ...(label !== undefined && { label }),
        ...(found !== undefined && { found }),
      });
  }
}

/** The stream of the event at a position; null beyond the head. */
async function streamAt(snapshot: LogSnapshot, position: Position, head: Position): Promise<StreamId | null> {
  if (position < 1 || position > head) return null;
  return (await snapshot.page(position - 1, 1)).rows[0]?.stream ?? null;
}

async function* allReservations(snapshot: LogSnapshot): AsyncGenerator<StoredReservation> {
  for (let after = ''; ; ) {
    const page = await snapshot.reservationsAfter(after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.key;
  }
}
