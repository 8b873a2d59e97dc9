import type { StreamId } from '../port/event-store.ts';
import type { TextRow } from '@plimsoll/postgres/statement';

/** An event row as it stands in the table. */
export interface StoredEvent {
  readonly position: number;
  readonly revision: number;
  readonly number: number | null;
  readonly recordedAtMicros: number;
  readonly stream: StreamId;
  /** Hex. */
  readonly hash: string;
  readonly body: string;
}

/** Reads the columns position, revision, number, recorded_us, kind, stream, hash, body from `first` on. */
export function storedEvent(row: TextRow, first: number): StoredEvent {
  return {
    position: Number(row[first]),
    revision: Number(row[first + 1]),
    number: row[first + 2] === null ? null : Number(row[first + 2]),
    recordedAtMicros: Number(row[first + 3]),
    stream: { kind: row[first + 4]!, guid: row[first + 5]! },
    hash: row[first + 6]!.slice(2),
    body: row[first + 7]!,
  };
}

/** The bytes of a bytea in its text form (`\x…`). */
export const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
