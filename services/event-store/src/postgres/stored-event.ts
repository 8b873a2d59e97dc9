import type { TextRow } from '@plimsoll/postgres/steady-connection';

/** An event row as it stands in the table. */
export interface StoredEvent {
  readonly position: number;
  readonly revision: number;
  readonly number: number | null;
  readonly recordedAtMicros: number;
  readonly stream: string;
  /** Hex. */
  readonly hash: string;
  readonly body: string;
}

/** Reads the columns position, revision, number, recorded_us, stream, hash, body from `first` on. */
export function storedEvent(row: TextRow, first: number): StoredEvent {
  return {
    position: Number(row[first]),
    revision: Number(row[first + 1]),
    number: row[first + 2] === null ? null : Number(row[first + 2]),
    recordedAtMicros: Number(row[first + 3]),
    stream: row[first + 4]!,
    hash: row[first + 5]!.slice(2),
    body: row[first + 6]!,
  };
}

/** The bytes of a bytea in its text form (`\x…`). */
export const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
