import type { StreamId } from '../port/event-store.ts';
import type { TextRow } from '@plimsoll/postgres/statement';

/** An event row as the table stores it. */
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

/**
 * Converts the columns position, revision, number, recorded_us, kind, stream, hash, body, starting at index `first`.
 */
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

/** Parses a bytea from its text form (`\x…`). */
export const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
