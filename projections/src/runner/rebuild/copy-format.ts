import { writeGuid } from '@plimsoll/postgres/guid-bytes';
import {
  ARRAY_HEADER_BYTES,
  EMPTY_ARRAY_BYTES,
  GUID_BYTES,
  POSTGRES_EPOCH_MS,
  TEXT,
  UUID,
  writeArrayHeader,
  writeInstant,
  writeInt64,
} from '@plimsoll/postgres/binary-values';
import { instantOf } from '../tables/column-values.ts';
import type { ColumnType } from '../tables/table.ts';

/** A type that this encodes. Decimals are excluded: they are rare, and their binary format is intricate. */
export type CopiedType = Exclude<ColumnType, 'numeric'>;

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const CHUNK_BYTES = 256 * 1_024;
const COPY_DATA = 'd'.charCodeAt(0);
const FRAME_BYTES = 5;
const MAX_UTF8_BYTES = 3;
/** Up to this many characters, a loop is faster than the call that encodes them. */
const SHORT_TEXT = 40;
const DAY_MS = 86_400_000;

/**
 * Encodes rows in the binary format of PostgreSQL's COPY, as messages ready to send.
 * @throws TypeError for a value that does not match its column, or that PostgreSQL could interpret differently.
 */
export class CopyFormat {
  readonly #done: Buffer[] = [];
  #chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #at = FRAME_BYTES;

  constructor() {
    this.#at += SIGNATURE.copy(this.#chunk, this.#at);
  }

  /** Starts a row of this many columns. */
  row(columns: number): void {
    this.#reserve(2);
    this.#at = this.#chunk.writeInt16BE(columns, this.#at);
  }

  column(type: CopiedType, value: unknown): void {
    if (value === null || value === undefined) {
      this.#reserve(4);
      this.#int32(-1);
      return;
    }
    switch (type) {
      case 'text':
        return this.#text(value as string);
      case 'uuid':
        return this.guid(value as string);
      case 'integer':
        return this.#integer(value);
      case 'bigint':
        return this.#bigint(value);
      case 'boolean':
        return this.#boolean(value);
      case 'timestamptz':
        return this.#instant(value);
      case 'date':
        return this.#date(value as string);
      case 'jsonb':
        return this.#json(value);
      case 'uuid[]':
        return this.#list(UUID, value as readonly string[]);
      case 'text[]':
        return this.#list(TEXT, value as readonly string[]);
    }
  }

  guid(value: string): void {
    this.#reserve(4 + GUID_BYTES);
    this.#int32(GUID_BYTES);
    writeGuid(value, this.#chunk, this.#at);
    this.#at += GUID_BYTES;
  }

  /** Returns the messages, in order. */
  finish(): readonly Buffer[] {
    this.row(-1);
    this.#close();
    return this.#done;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#chunk.length) return;
    this.#close();
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, FRAME_BYTES + bytes));
    this.#at = FRAME_BYTES;
  }

  #close(): void {
    this.#chunk[0] = COPY_DATA;
    this.#chunk.writeInt32BE(this.#at - 1, 1);
    this.#done.push(this.#chunk.subarray(0, this.#at));
  }

  #int32(value: number): void {
    const chunk = this.#chunk;
    chunk[this.#at++] = value >>> 24;
    chunk[this.#at++] = value >>> 16;
    chunk[this.#at++] = value >>> 8;
    chunk[this.#at++] = value;
  }

  /** Encodes a text. Removes NUL, which JSON allows and PostgreSQL's text does not. */
  #text(value: string): void {
    const { length } = value;
    this.#reserve(4 + length * MAX_UTF8_BYTES);
    const begin = this.#at + 4;
    const written = this.#shortAscii(value, begin)
      ? length
      : this.#chunk.write(value.includes('\0') ? value.replaceAll('\0', '') : value, begin, 'utf8');
    this.#int32(written);
    this.#at += written;
  }

  #shortAscii(value: string, begin: number): boolean {
    if (value.length > SHORT_TEXT) return false;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code === 0 || code > 127) return false;
      this.#chunk[begin + index] = code;
    }
    return true;
  }

  #integer(value: unknown): void {
    if (!Number.isInteger(value) || Math.abs(value as number) > 2 ** 31 - 1)
      throw new TypeError(`Not an integer: ${String(value)}`);
    this.#reserve(8);
    this.#int32(4);
    this.#int32(value as number);
  }

  #bigint(value: unknown): void {
    if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number: ${String(value)}`);
    this.#reserve(12);
    this.#int32(8);
    writeInt64(this.#chunk, value as number, this.#at);
    this.#at += 8;
  }

  #boolean(value: unknown): void {
    if (typeof value !== 'boolean') throw new TypeError(`Neither true nor false: ${String(value)}`);
    this.#reserve(5);
    this.#int32(1);
    this.#chunk[this.#at++] = value ? 1 : 0;
  }

  #instant(value: unknown): void {
    const instant = instantOf(value);
    if (typeof instant !== 'number') throw new TypeError(`Not an instant in UTC: ${String(value)}`);
    this.#reserve(12);
    this.#int32(8);
    writeInstant(this.#chunk, instant, this.#at);
    this.#at += 8;
  }

  #date(value: string): void {
    const day = /^[1-9]\d{3}-\d\d-\d\d$/.test(value) ? new Date(value) : undefined;
    if (day === undefined || Number.isNaN(day.getTime()) || day.getUTCDate() !== Number(value.slice(8)))
      throw new TypeError(`Not a day: ${value}`);
    this.#reserve(8);
    this.#int32(4);
    this.#int32((day.getTime() - POSTGRES_EPOCH_MS) / DAY_MS);
  }

  #json(value: unknown): void {
    const text = Buffer.from(JSON.stringify(value), 'utf8');
    this.#reserve(5 + text.length);
    this.#int32(1 + text.length);
    this.#chunk[this.#at++] = 1;
    this.#at += text.copy(this.#chunk, this.#at);
  }

  #list(oid: number, values: readonly string[]): void {
    const clean = oid === TEXT ? values.map((value) => value.replaceAll('\0', '')) : values;
    let bytes = clean.length === 0 ? EMPTY_ARRAY_BYTES : ARRAY_HEADER_BYTES;
    for (const value of clean) bytes += 4 + (oid === TEXT ? Buffer.byteLength(value, 'utf8') : GUID_BYTES);
    this.#reserve(4 + bytes);
    this.#int32(bytes);
    this.#at = writeArrayHeader(this.#chunk, oid, clean.length, false, this.#at);
    for (const value of clean) {
      if (oid === TEXT) this.#text(value);
      else this.guid(value);
    }
  }
}
