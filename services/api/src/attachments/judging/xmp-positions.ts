/** A part of a text, from `from` until before `to`. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

const PACKETS = [
  ['<x:xmpmeta', '</x:xmpmeta>'],
  ['<rdf:RDF', '</rdf:RDF>'],
] as const;
const MARK = ':GPS';

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
const isWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
const HYPHEN = 0x2d;

/** Locations in the XMP packets of a file, read as Latin-1. Each packet is read once. */
export function* xmpPositions(content: Buffer): Generator<TextRange> {
  for (const [begin, end] of PACKETS) {
    for (let at = content.indexOf(begin); at >= 0; ) {
      const until = content.indexOf(end, at);
      if (until < 0) break;
      for (const { from, to } of positionsIn(content.toString('latin1', at, until)))
        yield { from: at + from, to: at + to };
      // A beginning before the end is part of this packet.
      at = content.indexOf(begin, until);
    }
  }
}

/**
 * Attributes ` exif:GPSLatitude="…"` and elements `<exif:GPSLatitude>…</exif:GPSLatitude>`. Every search begins where
 * the previous one ended, or is made once for all.
 */
function* positionsIn(text: string): Generator<TextRange> {
  const next = { '"': new NextOf(text, '"'), "'": new NextOf(text, "'"), '>': new NextOf(text, '>') };
  const closing = closingTags(text);
  for (let mark = text.indexOf(MARK); mark >= 0; ) {
    let start = mark;
    while (start > 0 && (isWord(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === HYPHEN)) start--;
    let end = mark + MARK.length;
    while (isWord(text.charCodeAt(end))) end++;
    let to = -1;
    if (start > 0 && start < mark && end > mark + MARK.length) {
      if (text[start - 1] === '<') {
        const opened = next['>'].from(end);
        if (opened >= 0) to = closing.after(text.slice(start, end), opened);
      } else if (isSpace(text.charCodeAt(start - 1))) {
        const at = skipSpaces(text, end);
        const quote = text[at] === '=' ? skipSpaces(text, at + 1) : -1;
        const sign = text[quote];
        if (sign === '"' || sign === "'") to = next[sign].from(quote + 1) + 1;
      }
    }
    if (to > 0) yield { from: start - 1, to };
    mark = text.indexOf(MARK, Math.max(end, to));
  }
}

function skipSpaces(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Finds a sign from increasing places on, and passes over the text once. */
class NextOf {
  readonly #text: string;
  readonly #sign: string;
  #found = -2;

  constructor(text: string, sign: string) {
    this.#text = text;
    this.#sign = sign;
  }

  /** Index of the first one at or after `at`; -1 where there is none. */
  from(at: number): number {
    if (this.#found !== -1 && this.#found < at) this.#found = this.#text.indexOf(this.#sign, at);
    return this.#found;
  }
}

/** The ends of closing tags by name, in order, found in one pass. */
function closingTags(text: string): { after(name: string, at: number): number } {
  const tags = new Map<string, { readonly starts: number[]; readonly ends: number[]; next: number }>();
  for (let at = text.indexOf('</'); at >= 0; at = text.indexOf('</', at + 2)) {
    let end = at + 2;
    while (isWord(text.charCodeAt(end)) || text.charCodeAt(end) === HYPHEN) end++;
    if (!text.startsWith(MARK, end)) continue;
    end += MARK.length;
    while (isWord(text.charCodeAt(end))) end++;
    const close = skipSpaces(text, end);
    if (text[close] !== '>') continue;
    const name = text.slice(at + 2, end);
    const known = tags.get(name) ?? { starts: [], ends: [], next: 0 };
    known.starts.push(at);
    known.ends.push(close + 1);
    tags.set(name, known);
  }
  return {
    after(name, at) {
      const known = tags.get(name);
      if (!known) return -1;
      while (known.next < known.starts.length && known.starts[known.next]! < at) known.next++;
      return known.ends[known.next] ?? -1;
    },
  };
}
