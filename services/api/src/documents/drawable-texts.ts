import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FontSlice } from './font-slices.ts';
import { isList, withInner, type Part, type PartWith } from './text-parts.ts';
import { isPlain, PLACEHOLDER, runsOf, type RunText } from './text-runs.ts';

/**
 * Fonts that are embedded in one document: ordinary text of any language needs fewer, a list of all characters more.
 * The rest of its characters is not drawn.
 */
const MAX_FONTS = 96;

/** A document whose texts name their fonts, and these fonts: with the characters that it uses. */
export interface DrawableDocument {
  readonly document: TDocumentDefinitions;
  readonly fonts: ReadonlyMap<string, Uint8Array>;
}

/** Finds fonts for the texts of a document and sets their direction. */
class Texts {
  /** Characters to draw, by slice. */
  readonly used = new Map<FontSlice, Set<string>>();
  missing = 0;

  part(part: Part): Part {
    if (typeof part === 'string') return isPlain(part) ? part : this.part({ text: part });
    if (isList(part)) return part.map((one) => this.part(one));
    const { text } = part;
    return {
      ...withInner(part, (inner) => this.part(inner)),
      ...(text !== undefined && this.#drawn(part, text)),
    };
  }

  /** The text in runs; a paragraph that begins from right to left is aligned right. */
  #drawn({ alignment }: PartWith, text: Part): Pick<PartWith, 'text' | 'alignment'> {
    const leaves = leavesOf(text);
    const texts = leaves.map((leaf) => leaf.text);
    if (texts.every(isPlain)) return { text };
    const found = runsOf(texts);
    const pieces = found.flatMap((own, place) => this.#pieces(leaves[place]!, own));
    const isTurned = pieces[0]?.direction?.base === 1;
    return { text: pieces, ...(isTurned && alignment === undefined && { alignment: 'right' }) };
  }

  #pieces({ text: _, ...style }: Leaf, { runs, missing }: RunText): (Leaf & PartWith)[] {
    this.missing += missing;
    return runs.map(({ text, slice, level, base }) => {
      const direction = { level, base };
      const isDrawn = slice === null || this.#use(slice, text);
      if (!isDrawn) this.missing += [...text].length;
      return {
        ...style,
        direction,
        ...(isDrawn && slice
          ? { text, font: slice.name }
          : { text: isDrawn ? text : text.replaceAll(/\S/gu, PLACEHOLDER) }),
      };
    });
  }

  #use(slice: FontSlice, text: string): boolean {
    const characters = this.used.get(slice) ?? (this.used.size < MAX_FONTS ? new Set<string>() : undefined);
    if (!characters) return false;
    this.used.set(slice, characters);
    for (const character of text) characters.add(character);
    return true;
  }
}

type Leaf = { readonly text: string } & Readonly<Record<string, unknown>>;

/** Texts of a paragraph with the styles of their own, in order. */
function leavesOf(text: Part, style: object = {}): Leaf[] {
  if (typeof text === 'string') return [{ ...style, text }];
  if (isList(text)) return text.flatMap((one) => leavesOf(one, style));
  const { text: inner, ...own } = text;
  return inner === undefined ? [] : leavesOf(inner, { ...style, ...own });
}

const noteOf = (missing: number): string =>
  `${missing === 1 ? 'One character' : `${missing} characters`} of this document cannot be shown here. ${PLACEHOLDER} is in their place. Read them in Plimsoll.`;

/**
 * Gives each text fonts that have its characters, the main font first. A document with characters that no font has says
 * so at its end.
 */
export async function drawable(document: TDocumentDefinitions): Promise<DrawableDocument> {
  const texts = new Texts();
  const content = texts.part(document.content as Part);
  const header = typeof document.header === 'object' ? { header: texts.part(document.header as Part) as Content } : {};
  const note = texts.missing > 0 ? [{ text: noteOf(texts.missing), style: 'term', margin: [0, 12, 0, 0] }] : [];
  const fonts = new Map<string, Uint8Array>();
  for (const [slice, characters] of texts.used) fonts.set(slice.name, await fontWith(slice, [...characters].join('')));
  return { document: { ...document, ...header, content: [content, note].flat() as Content }, fonts };
}

const fontWith = ({ file, isVariable }: FontSlice, characters: string): Promise<Uint8Array> =>
  subsetFont(readFileSync(file), characters, {
    targetFormat: 'sfnt',
    ...(isVariable && { variationAxes: { wght: 400 } }),
  });
