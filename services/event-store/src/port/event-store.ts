import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';

/**
 * The position of an event in its tenant's log: integers from 1 without gaps, in every adapter. Read models may store,
 * order and search by them, and a reader can detect a missing event.
 */
export type Position = number;

/** Counts the events of a stream from 1; 0 is a stream that does not exist yet. */
export type Revision = number;

/**
 * Identifies a stream by kind (`incident`, `worksite`) and guid: the same guid with another kind is another stream. A
 * kind matches `[a-z][a-z0-9-]{0,39}`. The product's kinds are listed in contracts; the log accepts any.
 */
export interface StreamId<Kind extends string = string> {
  readonly kind: Kind;
  readonly guid: string;
}

/** Formats a stream's name as the hash chain has it: `kind:guid`. */
export const streamName = ({ kind, guid }: StreamId): string => `${kind}:${guid}`;

/** Whether two ids name the same stream. */
export const isSameStream = (one: StreamId, other: StreamId): boolean =>
  one.guid === other.guid && one.kind === other.kind;

/** An event that a decision produced, not yet written. */
export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
}

/** The events of one command, written all or none. */
export interface Append {
  readonly tenant: string;
  readonly commandId: string;
  /**
   * SHA-256 of the request. The same command id with another fingerprint is `reused`. Stored as a keyed hash
   * (`fingerprints.ts`).
   */
  readonly fingerprint: Uint8Array;
  readonly metadata: EventMetadata;
  /**
   * At least one. With `drawNumber` the event gets the next number of its stream kind's series, which people see;
   * without gaps.
   */
  readonly records: readonly { readonly stream: StreamId; readonly event: NewEvent; readonly drawNumber?: boolean }[];
  /**
   * Expected revision of each written stream; others may be added as read dependencies. `noReferencesAfter`: also fail
   * if any later event mentions this stream's guid. For deletes that are only valid while nothing references it.
   */
  readonly checks: readonly {
    readonly stream: StreamId;
    readonly expect: Revision;
    readonly noReferencesAfter?: Position | undefined;
  }[];
  /** Names that must be unique (`username:anna`). Stored as keyed hashes, never in plain text. */
  readonly reservations?: readonly string[];
  /** Names that this command frees (a worksite's previous name). */
  readonly releases?: readonly string[];
}

/**
 * The first answer to a command, stored permanently: position and revision of the last event, and the number drawn, if
 * any.
 */
export interface Written {
  readonly position: Position;
  readonly revision: Revision;
  readonly number: number | null;
}

export type AppendAnswer =
  | ({ readonly status: 'written' | 'repeated' } & Written)
  | { readonly status: 'reused' }
  | { readonly status: 'conflict'; readonly stream: StreamId; readonly revision: Revision }
  | { readonly status: 'taken'; readonly reservation: string };

/** An event read from the log: upcast to its newest version, personal fields decrypted ("erased" without a key). */
export interface RecordedEvent {
  readonly tenant: string;
  readonly stream: StreamId;
  readonly position: Position;
  readonly revision: Revision;
  readonly number: number | null;
  /** The log's own clock; it never goes back within a tenant. */
  readonly recordedAt: Date;
  /** Hex. Its first eight digits are the short hash that people see. */
  readonly hash: string;
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  /**
   * Why this version of the product cannot read the event; `data` is then as stored. Such an event is parked, never
   * skipped.
   */
  readonly unreadable?: 'UnknownType' | 'NewerSchemaVersion' | 'Malformed';
}

/** The events of a stream and its revision; no events and revision 0 when the stream does not exist. */
export interface LoadedStream {
  readonly status: 'loaded';
  readonly events: readonly RecordedEvent[];
  readonly revision: Revision;
}

/** A stream loaded for a command: the first answer instead (`repeated`) when the command was carried out before. */
export type LoadedForCommand =
  | LoadedStream
  | ({ readonly status: 'repeated' } & Written)
  | { readonly status: 'reused' };

/** What makes a command the same one: its id, and the hash of what was requested. */
export type CommandIdentity = Pick<Append, 'commandId' | 'fingerprint'>;

export interface Page {
  readonly events: readonly RecordedEvent[];
  /** The tenant's head when the page was read. A page that reaches it is the last one. */
  readonly head: Position;
}

/** A request for a page: up to `limit` events after a position. */
export interface WantedPage {
  readonly tenant: string;
  readonly after: Position;
  readonly limit: number;
}

/** A reservation that is not as the log says. */
export interface ReservationError {
  /**
   * MISSING: a name is held without a reservation. SURPLUS: a reservation that no name accounts for. MISPLACED: its
   * position is not that of the command that reserved it. TWICE: two streams hold one name. UNREADABLE: names do not
   * follow from an event that this version cannot read.
   */
  readonly problem: 'MISSING' | 'SURPLUS' | 'MISPLACED' | 'TWICE' | 'UNREADABLE';
  /** What the name is; never the name itself. */
  readonly label?: string;
  /** The stream that holds the name, or has the event at the position; null for a position beyond the head. */
  readonly stream: StreamId | null;
  /** Where the name was reserved, or where the surplus reservation says. */
  readonly position: Position;
  /** Where a misplaced reservation says, or where the name was reserved before. */
  readonly found?: Position;
}

/** What checking a tenant's reservations found. */
export interface Reservations {
  /** How many are as the log says. */
  readonly asDerived: number;
  readonly errors: readonly ReservationError[];
  /** Errors that are not listed. */
  readonly moreErrors: number;
  /** Names that do not follow from the log any more, since their personal data was erased. */
  readonly erased: number;
  /** Names of before the database came to a version that reserves them. */
  readonly unreserved: number;
}

export type Verification =
  | {
      readonly intact: true;
      readonly tenant: string;
      readonly events: number;
      readonly head: Position;
      readonly hash: string;
      /** Present if the reservations of names were checked. */
      readonly reservations?: Reservations;
    }
  | { readonly intact: false; readonly tenant: string; readonly position: Position; readonly reason: string };

/** The event log. Every adapter passes the same conformance suite (`conformance/event-store.conformance.ts`). */
export interface EventStore {
  /** Reads a stream. */
  load(tenant: string, stream: StreamId): Promise<LoadedStream>;

  /**
   * Reads a stream and looks the command up, in one statement: a repeated command is answered before anything is
   * decided. `reused` when its id was used for another request.
   */
  load(tenant: string, stream: StreamId, command: CommandIdentity): Promise<LoadedForCommand>;

  /** Writes an append durably, all or nothing. A refusal is a result; after an exception the outcome is unknown. */
  append(append: Append): Promise<AppendAnswer>;

  /**
   * Reads the events after a position, in order, with the head of the same snapshot. Throws if positions are not
   * contiguous.
   */
  read(tenant: string, after: Position, limit: number): Promise<Page>;

  /** Reads pages of several tenants together, each as `read` returns it. Optional for adapters. */
  readPages?(wanted: readonly WantedPage[]): Promise<readonly Page[]>;

  /** Returns all tenants with the position of their newest event. */
  heads(): Promise<readonly { readonly tenant: string; readonly position: Position }[]>;

  /**
   * Returns the highest position recorded at or before an instant; 0 if none. Instants count in milliseconds, like
   * `recordedAt`: the instant of an event gives its position or a higher one.
   */
  positionAt(tenant: string, instant: Date): Promise<Position>;

  /** Calls back after commits, coalesced. Only a wake-up: callers must also poll. */
  watch(wake: () => void): Promise<() => Promise<void>>;

  /** Verifies a tenant's log and returns the first invalid position. */
  verify(tenant: string, progress?: (position: Position, head: Position) => void): Promise<Verification>;

  close(): Promise<void>;
}
