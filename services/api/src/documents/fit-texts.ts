import type { Content } from 'pdfmake/interfaces.js';
import { isList, withInner, type Part } from './text-parts.ts';

/** Longer words are given places to break: the library tries every length of a word that is wider than its line. */
const MAX_WORD = 40;
const LONG_WORD = new RegExp(`\\S{${MAX_WORD}}(?=\\S)`, 'g');
/** Has no width; lines may break at it. */
const ZERO_WIDTH_SPACE = '\u200b';
/** Longer texts are laid out in parts: the library's time grows with the square of a text's length. */
const MAX_TEXT = 4_000;

const breakWords = (text: string): string =>
  text.length > MAX_WORD ? text.replace(LONG_WORD, `$&${ZERO_WIDTH_SPACE}`) : text;

/** Parts of a text, each of which ends at a space where there is one. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > MAX_TEXT) {
    const space = Math.max(text.lastIndexOf(' ', from + MAX_TEXT), text.lastIndexOf('\n', from + MAX_TEXT));
    const isPair = /[\uD800-\uDBFF]/.test(text[from + MAX_TEXT - 1]!);
    const to = space > from ? space + 1 : from + MAX_TEXT - (isPair ? 1 : 0);
    parts.push(text.slice(from, to));
    from = to;
  }
  return [...parts, text.slice(from)];
}

function fitPart(part: Part): Part {
  if (typeof part === 'string') {
    const parts = partsOf(part).map(breakWords);
    return parts.length === 1 ? parts[0]! : { stack: parts };
  }
  if (isList(part)) return part.map(fitPart);
  const { text } = part;
  if (typeof text === 'string' && text.length > MAX_TEXT) {
    const { text: _, ...rest } = part;
    return { ...rest, stack: partsOf(text).map(breakWords) };
  }
  return { ...withInner(part, fitPart), ...(text !== undefined && { text: fitInline(text) }) };
}

/** Texts that share their lines with others stay whole. */
function fitInline(text: Part): Part {
  if (typeof text === 'string') return breakWords(text);
  if (isList(text)) return text.map(fitInline);
  return text.text === undefined ? text : { ...text, text: fitInline(text.text) };
}

/** Makes the texts of a document fit to be laid out in a time that grows with their length. */
export const fitTexts = (content: Content): Content => fitPart(content as Part) as Content;
