import type { Readable } from 'node:stream';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a byte order mark, the first character is "<".
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0, 0x3c]],
];

/** The parts of an Office document in a ZIP archive. Names of parts are compared without their case. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws Error for a damaged archive. */
  static async open(content: Buffer): Promise<Archive> {
    const zip = await fromBufferPromise(content, { autoClose: false });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      const name = keyOf(unescaped(entry.fileName));
      // Two parts of one name are ambiguous: programs differ in which they read.
      if (entries.has(name)) throw new Error(`The part ${name} is there twice`);
      entries.set(name, entry);
    }
    return new Archive(zip, entries);
  }

  has(part: string): boolean {
    return this.#entries.has(keyOf(part));
  }

  /** The text of a part in pieces. @throws Error for a part that is missing, damaged or not valid text. */
  async *read(part: string): AsyncGenerator<string> {
    const entry = this.#entries.get(keyOf(part));
    if (!entry) throw new Error(`The part ${part} is missing`);
    const bytes: Readable = await this.#zip.openReadStreamPromise(entry);
    let decoder: TextDecoder | undefined;
    try {
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
        const text = decoder.decode(piece, { stream: true });
        if (text) yield text;
      }
    } finally {
      bytes.destroy();
    }
    const rest = decoder?.decode();
    if (rest) yield rest;
  }
}

const keyOf = (part: string): string => part.toLowerCase();

/** Names in an archive may be written like those in a URL. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const encodingOf = (bytes: Buffer): string =>
  MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0] ?? 'utf-8';
