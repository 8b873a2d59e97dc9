/** PostgreSQL's binary form of values, as used in arrays and COPY: each is preceded by its length, -1 for null. */
export const BOOL = 16;
export const BYTEA = 17;
export const INT8 = 20;
export const INT2 = 21;
export const INT4 = 23;
export const TEXT = 25;
export const TIMESTAMPTZ = 1184;
export const UUID = 2950;

export const GUID_BYTES = 16;
export const ARRAY_HEADER_BYTES = 20;
export const EMPTY_ARRAY_BYTES = 12;

/** Epoch from which PostgreSQL counts timestamps and days. */
export const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

const TWO_TO_32 = 2 ** 32;

/** Writes an integer of up to 53 bits without converting it to a BigInt. */
export function writeInt64(buffer: Buffer, value: number, at: number): void {
  const high = Math.floor(value / TWO_TO_32);
  buffer.writeInt32BE(high, at);
  buffer.writeUInt32BE(value - high * TWO_TO_32, at + 4);
}

/** @param instant milliseconds since 1970. */
export const writeInstant = (buffer: Buffer, instant: number, at: number): void =>
  writeInt64(buffer, (instant - POSTGRES_EPOCH_MS) * 1_000, at);

/**
 * Writes the header of an array: dimensions, has-null flag, element type, then length and lower bound, which empty
 * arrays omit (array_recv in PostgreSQL's arrayfuncs.c).
 * @returns the offset of the first element.
 */
export function writeArrayHeader(
  buffer: Buffer,
  elementType: number,
  length: number,
  hasNull: boolean,
  at: number,
): number {
  buffer.writeInt32BE(length === 0 ? 0 : 1, at);
  buffer.writeInt32BE(hasNull ? 1 : 0, at + 4);
  buffer.writeInt32BE(elementType, at + 8);
  if (length === 0) return at + EMPTY_ARRAY_BYTES;
  buffer.writeInt32BE(length, at + 12);
  buffer.writeInt32BE(1, at + 16);
  return at + ARRAY_HEADER_BYTES;
}
