/** Full-width forms of ASCII characters, as East Asian keyboards write them. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Characters without a width: soft hyphen, zero-width space, word joiner, byte order mark, direction marks. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const APOSTROPHES = /[\u0060\u00B4\u02B9\u02BB\u02BC\u2018\u2019\u201B\u2032]/g;
const QUOTES = /[\u201C-\u201F\u2033]/g;
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63]/g;

/**
 * A name without what people and programs write differently by habit: case, composed characters, the width of spaces,
 * invisible characters, and the shapes of apostrophes, quotes and dashes. Every other sign stays: "A+" and "A-" differ,
 * and so do "#" and "%".
 */
export const foldName = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** Something that a cell may name. */
export interface Named<Value> {
  readonly name: string;
  readonly value: Value;
  /** What an error calls it, where its name alone would not tell it apart; its name by default. */
  readonly label?: string;
  /** Names of a higher rank are considered only where none of a lower one matches equally well; 0 by default. */
  readonly rank?: number;
}

/** What a text names, or the labels of all that it could name. */
export type NameMatch<Value> = { readonly value: Value } | { readonly candidates: readonly string[] };

/** Finds what a text names: by the exact name first, then by the folded one. Two that match equally well are no match. */
export class NameIndex<Value> {
  readonly #tiers: readonly {
    readonly keyOf: (text: string) => string;
    readonly named: Map<string, Named<Value>[]>;
  }[] = [
    { keyOf: (text) => text, named: new Map() },
    { keyOf: (text) => text.normalize('NFC').trim(), named: new Map() },
    { keyOf: foldName, named: new Map() },
  ];

  constructor(names: Iterable<Named<Value>>) {
    for (const each of names)
      for (const { keyOf, named } of this.#tiers) {
        const key = keyOf(each.name);
        if (key === '') continue;
        const known = named.get(key);
        if (known) known.push(each);
        else named.set(key, [each]);
      }
  }

  /** @returns null when nothing is called like this. */
  find(text: string): NameMatch<Value> | null {
    for (const { keyOf, named } of this.#tiers) {
      const found = named.get(keyOf(text));
      if (found) return bestOf(found);
    }
    return null;
  }

  /** The same by the exact name alone. */
  findExact(text: string): NameMatch<Value> | null {
    const found = this.#tiers[0]!.named.get(text) ?? this.#tiers[1]!.named.get(this.#tiers[1]!.keyOf(text));
    return found ? bestOf(found) : null;
  }
}

function bestOf<Value>(found: readonly Named<Value>[]): NameMatch<Value> {
  const rank = Math.min(...found.map((each) => each.rank ?? 0));
  const best = found.filter((each) => (each.rank ?? 0) === rank);
  const [first] = best;
  return best.every(({ value }) => value === first!.value)
    ? { value: first!.value }
    : { candidates: [...new Map(best.map((each) => [each.value, each.label ?? each.name])).values()] };
}
