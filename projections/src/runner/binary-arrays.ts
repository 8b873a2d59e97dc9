import { uuidArray } from '@plimsoll/event-store/postgres/binary-arrays';

const TEXT_OID = 25;
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
