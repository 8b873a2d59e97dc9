import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';

/**
 * Where an event stands among those of its tenant: whole numbers from 1 without a gap, in every engine, so that read models
 * may store, order and search them, and a reader knows that it missed nothing.
 */
export type Position = number;

/** Counts the events of a stream from 1; 0 is a stream that does not exist yet. */
export type Revision = number;

/**
 * A stream is of one kind (`incident`, `worksite`): the same guid in another kind is another stream. A kind is
 * `[a-z][a-z0-9-]{0,39}`; the product's are listed in contracts, the log takes any.
 */
export interface StreamId<Kind extends string = string> {
  readonly kind: Kind;
  readonly guid: string;
}

/** A stream's name as one text, as the hash chain has it. */
export const streamName = ({ kind, guid }: StreamId): string => `${kind}:${guid}`;

export const isSameStream = (one: StreamId, other: StreamId): boolean =>
  one.guid === other.guid && one.kind === other.kind;

/** An event as a decision makes it. */
export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
}

/** One command's events, to be written together or not at all. */
export interface Append {
  readonly tenant: string;
  readonly commandId: string;
  /** SHA-256 of what was asked; the same command id with another one is `reused`. It is stored under a key (`fingerprints.ts`). */
  readonly fingerprint: Uint8Array;
  readonly metadata: EventMetadata;
  /** At least one. `drawNumber` gives the event the next number that people see, from the series of its stream's kind, without gaps. */
  readonly records: readonly { readonly stream: StreamId; readonly event: NewEvent; readonly drawNumber?: boolean }[];
  /**
   * Every stream of `records` is checked; streams that are only relied upon may be added. With `unnamedAfter` it is a conflict
   * too when an event after that position has the stream's guid in its text: for what may be done as long as nothing hangs on
   * the stream, when what was counted was counted up to there.
   */
  readonly checks: readonly {
    readonly stream: StreamId;
    readonly expect: Revision;
    readonly unnamedAfter?: Position | undefined;
  }[];
  /** Names that only one may hold (`username:anna`). Stored as a keyed hash, never in plain form. */
  readonly reservations?: readonly string[];
  /** Names that become free again with this command (a worksite's old name). */
  readonly releases?: readonly string[];
}

/** The first answer to a command, kept for good: the last event's position and revision, and the number drawn, if any. */
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

/** An event as it stands in the log: upcast to its newest version, personal fields unsealed ("erased" without a key). */
export interface RecordedEvent {
  readonly tenant: string;
  readonly stream: StreamId;
  readonly position: Position;
  readonly revision: Revision;
  readonly number: number | null;
  /** The log's own clock; it never goes back within a tenant. */
  readonly recordedAt: Date;
  /** Hex; the first eight digits are the seal that people see. */
  readonly hash: string;
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  /** Set when this version of the product cannot read it; then `data` is what stands in the log. Such an event is parked, never skipped. */
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
  /** The tenant's head when the page was read; the page is the last one when it reaches it. */
  readonly head: Position;
}

export interface WantedPage {
  readonly tenant: string;
  readonly after: Position;
  readonly limit: number;
}

export type Verification =
  | {
      readonly intact: true;
      readonly tenant: string;
      readonly events: number;
      readonly head: Position;
      readonly hash: string;
    }
  | { readonly intact: false; readonly tenant: string; readonly position: Position; readonly reason: string };

/** The log. Every adapter passes the same conformance suite (`conformance/event-store.conformance.ts`). */
export interface EventStore {
  /** Reads a stream. */
  load(tenant: string, stream: StreamId): Promise<LoadedStream>;

  /**
   * Reads a stream and looks the command up, in one statement: a repeated command is answered before anything is
   * decided. `reused` when its id was used for another request.
   */
  load(tenant: string, stream: StreamId, command: CommandIdentity): Promise<LoadedForCommand>;

  /** Writes all of it durably, or nothing. A refusal is an answer; an exception is a fault and says nothing about the outcome. */
  append(append: Append): Promise<AppendAnswer>;

  /** The events after `after`, in order, with the head as it was in the same snapshot. Throws when positions are not contiguous. */
  read(tenant: string, after: Position, limit: number): Promise<Page>;

  /** Pages of several tenants, each as `read` gives it, for logs that can fetch them together. */
  readPages?(wanted: readonly WantedPage[]): Promise<readonly Page[]>;

  /** All tenants with the position of their newest event. */
  heads(): Promise<readonly { readonly tenant: string; readonly position: Position }[]>;

  /**
   * The highest position that was recorded not later than an instant, 0 if none: what the log knew then.
   * An instant is meant to its millisecond, as `recordedAt` is read: that of an event gives its position or a higher one.
   */
  positionAt(tenant: string, instant: Date): Promise<Position>;

  /** Calls back after commits, coalesced; only a wake-up, so whoever uses it also polls. */
  watch(wake: () => void): Promise<() => Promise<void>>;

  /** Walks a tenant's log and names the first position that is not as it was written. */
  verify(tenant: string, progress?: (position: Position, head: Position) => void): Promise<Verification>;

  close(): Promise<void>;
}
