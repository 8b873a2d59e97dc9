import type { Readable } from 'node:stream';
import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import iconv from 'iconv-lite';
import { plausibleEncodings } from './guess-encoding.ts';
import { TableError } from './table-error.ts';

/** Opens the same bytes from the beginning, as a stream, on each call. */
export type ByteSource = () => Readable;

/** What the bytes of a text say about its encoding. */
export interface DetectedEncoding {
  /** The only one, or the likeliest. */
  readonly encoding: TextEncoding;
  /** Those in question; one where there is no doubt. */
  readonly encodings: readonly TextEncoding[];
  /** Whether every byte of the text is valid in the encoding. */
  readonly isValid: boolean;
}

const marks: readonly (readonly [encoding: TextEncoding | 'utf-32', mark: readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Number of bytes from which an encoding is guessed. */
const SAMPLE = 200_000;
const LINE_FEED = 0x0a;
/** A document may have a few bytes before its own beginning. */
const PREFIX = 1_024;
/** Beginnings of files that hold no table although most of their bytes are text. */
const DOCUMENT = /^(?:%PDF-\d|%!PS-|\{\\rtf|PK\x03\x04)/m;
/** One control character in so many bytes is an oddity; more are no text. */
const BYTES_PER_CONTROL = 100;

const certain = (encoding: TextEncoding, isValid = true): DetectedEncoding => ({
  encoding,
  encodings: [encoding],
  isValid,
});

/**
 * Detects the encoding of a text: by the byte order mark; by zero bytes next to the first character, which in a
 * column's name is ASCII (UTF-16); UTF-8 if all of it is valid. Anything else is in doubt, and the encodings in which it
 * makes sense are listed. Reads the text once.
 * @throws TableError for UTF-32 and for content that is not text.
 */
export async function detectEncoding(source: ByteSource): Promise<DetectedEncoding> {
  let marked: TextEncoding | undefined;
  let isFirst = true;
  const read = new ReadBytes();
  for await (const piece of source() as AsyncIterable<Buffer>) {
    if (isFirst) {
      marked = encodingByPrefix(piece);
      if (marked && marked !== 'utf-8') return certain(marked);
      if (DOCUMENT.test(piece.toString('latin1', 0, PREFIX))) throw noText();
      isFirst = false;
    }
    read.add(piece);
  }
  read.end();
  if (read.isBinary) throw noText();
  if (read.isUtf8) return certain('utf-8');
  // A mark is certain, whatever a few damaged bytes say.
  if (marked) return certain('utf-8', false);
  const encodings = await plausibleEncodings(read.sample, read.bytes);
  const all: readonly TextEncoding[] = read.isMostlyUtf8 ? ['utf-8', ...encodings] : encodings;
  return { encoding: all[0]!, encodings: all, isValid: false };
}

const noText = () => new TableError('it is no text: save it as CSV, or choose the .xlsx file itself');

function encodingByPrefix(bytes: Buffer): TextEncoding | undefined {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  if (marked === 'utf-32') throw new TableError('it is in UTF-32, which is not read: save it as UTF-8');
  if (marked) return marked;
  const [first, second, third, fourth] = bytes;
  const zeros = [first, second, third, fourth].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if (zeros === 'x0x0') return 'utf-16le';
  if (zeros === '0x0x') return 'utf-16be';
  if (zeros.includes('0'))
    throw new TableError('it begins with zero bytes and is no text that could be read: save it as UTF-8');
  return undefined;
}

/** What the bytes of a text have in common, collected piece by piece. */
class ReadBytes {
  /** Whether each of the 256 bytes occurs. */
  readonly bytes = new Uint8Array(256);
  isUtf8 = true;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #lenient = new TextDecoder('utf-8');
  readonly #counts = new Uint32Array(256);
  #size = 0;
  readonly #sampled: Buffer[] = [];
  #sampledBytes = 0;
  #damaged = 0;
  #multiByte = 0;

  add(piece: Buffer): void {
    this.#size += piece.length;
    for (let at = 0; at < piece.length; at++) this.#counts[piece[at]!]! += 1;
    this.#checkUtf8(() => this.#decoder.decode(piece, { stream: true }));
    this.#takeSample(piece);
  }

  /** After the last piece. */
  end(): void {
    this.#checkUtf8(() => this.#decoder.decode());
    for (const [byte, count] of this.#counts.entries()) this.bytes[byte] = Number(count > 0);
  }

  #checkUtf8(decode: () => string): void {
    if (!this.isUtf8) return;
    try {
      decode();
    } catch {
      this.isUtf8 = false;
    }
  }

  /** Lines with bytes beyond ASCII, the others say nothing. */
  #takeSample(piece: Buffer): void {
    const first = piece.findIndex((byte) => byte >= 0x80);
    if (first < 0 || this.#sampledBytes >= SAMPLE) return;
    const from = piece.lastIndexOf(LINE_FEED, first) + 1;
    const part = piece.subarray(from, from + SAMPLE - this.#sampledBytes);
    const end = part.lastIndexOf(LINE_FEED);
    const lines = Buffer.from(end > first - from ? part.subarray(0, end + 1) : part);
    this.#sampled.push(lines);
    this.#sampledBytes += lines.length;
    for (const sign of this.#lenient.decode(lines)) {
      if (sign === '\uFFFD') this.#damaged += 1;
      else if (sign > '\u007F') this.#multiByte += 1;
    }
  }

  /** Whether it has zero bytes, or more control characters than oddities. */
  get isBinary(): boolean {
    const controls = this.#counts.reduce((sum, count, byte) => sum + (isControl(byte) ? count : 0), 0);
    return this.#counts[0]! > 0 || controls * BYTES_PER_CONTROL > this.#size;
  }

  get isMostlyUtf8(): boolean {
    return this.#multiByte > this.#damaged;
  }

  get sample(): Buffer {
    return Buffer.concat(this.#sampled);
  }
}

/** Control characters except tabs, line breaks, page breaks, the end of a DOS file, and escape sequences. */
const isControl = (byte: number): boolean =>
  (byte < 0x09 || (byte > 0x0d && byte < 0x20)) && byte !== 0x1a && byte !== 0x1b;

/** The decoded text in pieces, without the byte order mark. */
export async function* decoded(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  for await (const piece of source() as AsyncIterable<Buffer>) {
    const text = decoder.write(piece);
    if (text) yield text;
  }
  const rest = decoder.end();
  if (rest) yield rest;
}
