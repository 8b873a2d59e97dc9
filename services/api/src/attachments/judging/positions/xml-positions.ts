import type { Range } from './eraser.ts';
import { isPositionName } from './position-names.ts';

/** Deeper than any metadata is nested. */
const MAX_DEPTH = 1_000;
/** Prefixes of the structure itself: `rdf:Alt` is a list of alternatives. */
const STRUCTURE = new Set(['xmlns', 'xml', 'rdf', 'x']);

function isPosition(name: string): boolean {
  const colon = name.indexOf(':');
  if (colon < 0) return isPositionName(name);
  return !STRUCTURE.has(name.slice(0, colon)) && isPositionName(name.slice(colon + 1));
}

const endsName = (code: number): boolean =>
  Number.isNaN(code) || code <= 0x20 || code === 0x2f || code === 0x3d || code === 0x3e || code === 0x3c;
const isSpace = (code: number): boolean => code <= 0x20;

/**
 * Attributes and elements of an XML text that say where something is. Reads the text once. Null for a text that is not
 * well-formed, where what belongs to an element is unknown.
 */
export function xmlPositions(text: string): Range[] | null {
  const found: Range[] = [];
  const open: string[] = [];
  /** The outermost element to erase: where it begins, and how deep it is. */
  let erased: { readonly from: number; readonly depth: number } | null = null;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = afterOther(text, at);
    if (skipped !== 0) {
      if (skipped < 0) return null;
      at = skipped;
      continue;
    }
    const isEnd = text[at + 1] === '/';
    const from = at;
    at += isEnd ? 2 : 1;
    const nameFrom = at;
    while (!endsName(text.charCodeAt(at))) at++;
    const name = text.slice(nameFrom, at);
    if (name === '') return null;
    if (isEnd) {
      if (open.pop() !== name) return null;
      at = text.indexOf('>', at);
      if (at < 0) return null;
      if (erased?.depth === open.length) {
        found.push({ from: erased.from, to: at + 1 });
        erased = null;
      }
      continue;
    }
    const tag = attributesFrom(text, at, erased ? null : found);
    if (tag === null) return null;
    at = tag.end;
    if (!erased && isPosition(name)) {
      while (found.length > 0 && found.at(-1)!.from > from) found.pop();
      if (tag.isEmpty) found.push({ from, to: at });
      else erased = { from, depth: open.length };
    }
    if (!tag.isEmpty && open.push(name) > MAX_DEPTH) return null;
  }
  return open.length > 0 ? null : found;
}

/** Where a comment, CDATA, instruction or declaration ends; 0 for a tag, -1 where it does not end. */
function afterOther(text: string, at: number): number {
  const [begin, end] =
    text[at + 1] === '?'
      ? ['<?', '?>']
      : text.startsWith('<!--', at)
        ? ['<!--', '-->']
        : text.startsWith('<![CDATA[', at)
          ? ['<![CDATA[', ']]>']
          : text[at + 1] === '!'
            ? ['<!', '>']
            : ['', ''];
  if (begin === '') return 0;
  const found = text.indexOf(end, at + begin.length);
  return found < 0 ? -1 : found + end.length;
}

/** Reads the attributes of a tag, and adds those to erase to `found`. Null where the tag does not end as it should. */
function attributesFrom(
  text: string,
  start: number,
  found: Range[] | null,
): { readonly end: number; readonly isEmpty: boolean } | null {
  for (let at = start; at < text.length; ) {
    while (isSpace(text.charCodeAt(at))) at++;
    if (text[at] === '>') return { end: at + 1, isEmpty: false };
    if (text[at] === '/') {
      if (text[at + 1] !== '>') return null;
      return { end: at + 2, isEmpty: true };
    }
    const from = at;
    while (!endsName(text.charCodeAt(at))) at++;
    const name = text.slice(from, at);
    while (isSpace(text.charCodeAt(at))) at++;
    if (name === '' || text[at] !== '=') return null;
    at++;
    while (isSpace(text.charCodeAt(at))) at++;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return null;
    at = text.indexOf(quote, at + 1) + 1;
    if (at === 0) return null;
    if (found && isPosition(name)) found.push({ from, to: at });
  }
  return null;
}
