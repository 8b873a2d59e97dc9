import type { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { TableError } from './table-error.ts';

/** Opens the same bytes from the beginning, as a stream, on each call. */
export type ByteSource = () => Readable;

const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Number of bytes from which an encoding is guessed. */
const SAMPLE = 200_000;

/**
 * Detects the encoding of a text: by the byte order mark; by zero bytes next to the first character, which in a
 * column's name is ASCII (UTF-16); UTF-8 if all of it is valid; else by a guess. Reads the text once.
 * @throws TableError for UTF-32 and for binary content.
 */
export async function encodingOf(source: ByteSource): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const piece of source() as AsyncIterable<Buffer>) {
    if (isFirst) {
      const encoding = encodingByPrefix(piece);
      if (encoding) return encoding;
      isFirst = false;
    }
    try {
      decoder.decode(piece, { stream: true });
    } catch {
      return guessed(piece.subarray(0, SAMPLE));
    }
  }
  try {
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function encodingByPrefix(bytes: Buffer): string | undefined {
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

async function guessed(bytes: Buffer): Promise<string> {
  // The library with its frequency tables is only loaded for the few files in an unusual encoding.
  const { default: jschardet } = await import('jschardet');
  const guess = jschardet.detect(bytes).encoding;
  // In office files a guess of Latin-1, or of something rarer, means Windows-1252.
  return guess && /shift|gb|big5|euc/i.test(guess) && iconv.encodingExists(guess)
    ? guess.toLowerCase()
    : 'windows-1252';
}

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
