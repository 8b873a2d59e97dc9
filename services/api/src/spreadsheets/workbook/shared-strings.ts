import type { Archive } from './archive.ts';
import { decodeText } from './escapes.ts';
import { parsedXml, type XmlHandler } from './xml.ts';

const PIECE_BYTES = 1_048_576;

/** The texts that cells refer to by index. They are stored as bytes: a thread's heap would not hold the largest. */
export class SharedStrings {
  readonly #pieces: Buffer[] = [];
  /** For each text, the index of its piece, where it begins and where it ends. */
  readonly #places: number[] = [];
  #used = PIECE_BYTES;

  /** Reads a workbook's shared strings. Some programs name a part that they do not write: then there are none. */
  static async read(archive: Archive, part: string | null): Promise<SharedStrings> {
    const strings = new SharedStrings();
    if (part === null || !archive.has(part)) return strings;
    const handler = new StringsHandler();
    for await (const texts of parsedXml(archive.read(part), handler, () => handler.texts.splice(0)))
      for (const text of texts) strings.#add(text);
    return strings;
  }

  /** @throws Error for an index without a text. */
  at(index: number): string {
    const place = index * 3;
    const piece = this.#pieces[this.#places[place] ?? -1];
    if (!piece) throw new Error(`There is no shared string ${index}`);
    return piece.toString('utf8', this.#places[place + 1], this.#places[place + 2]);
  }

  #add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#used + bytes > PIECE_BYTES) {
      this.#pieces.push(Buffer.allocUnsafe(Math.max(PIECE_BYTES, bytes)));
      this.#used = 0;
    }
    const piece = this.#pieces.length - 1;
    this.#pieces[piece]!.write(text, this.#used);
    this.#places.push(piece, this.#used, this.#used + bytes);
    this.#used += bytes;
  }
}

/** Collects the text of an element with plain or rich text; phonetic readings are skipped. */
export class RichText {
  #text = '';
  #isText = false;
  #phonetic = 0;

  open(name: string): void {
    if (name === 'rPh') this.#phonetic += 1;
    else if (name === 't') this.#isText = this.#phonetic === 0;
  }
  text(text: string): void {
    if (this.#isText) this.#text += text;
  }
  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1;
    else if (name === 't') this.#isText = false;
  }
  /** The text since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return decodeText(text);
  }
}

class StringsHandler implements XmlHandler {
  readonly texts: string[] = [];
  readonly #text = new RichText();

  open(name: string): void {
    this.#text.open(name);
  }
  text(text: string): void {
    this.#text.text(text);
  }
  close(name: string): void {
    this.#text.close(name);
    if (name === 'si') this.texts.push(this.#text.take());
  }
}
