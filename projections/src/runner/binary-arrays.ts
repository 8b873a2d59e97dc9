import { uuidArray } from '@plimsoll/event-store/postgres/binary-arrays';

const BOOL_OID = 16;
const INT8_OID = 20;
const INT4_OID = 23;
const TEXT_OID = 25;
const TIMESTAMPTZ_OID = 1184;
const HEADER_BYTES = 20;

/** Texts, some of them null, in PostgreSQL's binary form of an array: nothing has to be escaped on one side and parsed on the other. */
export function textsOrNulls(values: readonly (string | null)[]): Buffer | string {
  if (values.length === 0) return '{}';
  const lengths = new Array<number>(values.length);
  let bytes = HEADER_BYTES;
  let nulls = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    lengths[index] = value === null ? -1 : Buffer.byteLength(value, 'utf8');
    bytes += 4 + Math.max(0, lengths[index]!);
    if (value === null) nulls++;
  }
  const buffer = Buffer.allocUnsafe(bytes);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(nulls > 0 ? 1 : 0, 4);
  buffer.writeInt32BE(TEXT_OID, 8);
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (let index = 0; index < values.length; index++) {
    buffer.writeInt32BE(lengths[index]!, at);
    at += 4;
    if (lengths[index]! > 0) at += buffer.write(values[index]!, at, 'utf8');
  }
  return buffer;
}

/** Guids, some of them null. Throws a TypeError for what is no guid. */
export const guidsOrNulls = (values: readonly (string | null)[]): Buffer | string => (values.length === 0 ? '{}' : uuidArray(values));

/** Values of a fixed size, some of them null. */
function fixedOrNulls<T>(oid: number, size: number, values: readonly (T | null | undefined)[], write: (buffer: Buffer, value: T, at: number) => void): Buffer | string {
  if (values.length === 0) return '{}';
  let nulls = 0;
  for (const value of values) if (value === null || value === undefined) nulls++;
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * (4 + size) - nulls * size);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(nulls > 0 ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const value of values) {
    if (value === null || value === undefined) {
      buffer.writeInt32BE(-1, at);
      at += 4;
      continue;
    }
    buffer.writeInt32BE(size, at);
    write(buffer, value, at + 4);
    at += 4 + size;
  }
  return buffer;
}

/** Throws a RangeError for what does not fit. */
export const integersOrNulls = (values: readonly (number | null)[]): Buffer | string =>
  fixedOrNulls(INT4_OID, 4, values, (buffer, value, at) => buffer.writeInt32BE(value, at));

export const booleansOrNulls = (values: readonly (boolean | null)[]): Buffer | string =>
  fixedOrNulls(BOOL_OID, 1, values, (buffer, value, at) => void (buffer[at] = value ? 1 : 0));

export const bigintsOrNulls = (values: readonly (number | null)[]): Buffer | string => fixedOrNulls(INT8_OID, 8, values, writeInt64);

const TWO_TO_32 = 2 ** 32;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

/** A whole number of up to 53 bits, without the detour of a BigInt. */
function writeInt64(buffer: Buffer, value: number, at: number): void {
  buffer.writeInt32BE(Math.floor(value / TWO_TO_32), at);
  buffer.writeUInt32BE(value - Math.floor(value / TWO_TO_32) * TWO_TO_32, at + 4);
}

/** Instants in milliseconds since 1970. */
export const instantsOrNulls = (values: readonly (number | null)[]): Buffer | string =>
  fixedOrNulls(TIMESTAMPTZ_OID, 8, values, (buffer, value, at) => writeInt64(buffer, (value - POSTGRES_EPOCH_MS) * 1_000, at));
