import type { Question } from '@plimsoll/contracts/forms/form';
import { NameIndex, type NameMatch } from '@plimsoll/contracts/imports/name-index';

/** Options are named by their labels, which people see, and by their values. */
const indexes = new WeakMap<Question['options'], NameIndex<string>>();

/** The option that a text names. */
export const optionIn = (text: string, options: Question['options']): NameMatch<string> | null =>
  indexOf(options).find(text);

function indexOf(options: Question['options']): NameIndex<string> {
  let index = indexes.get(options);
  if (!index) {
    index = new NameIndex(
      options.flatMap(({ label, value }) => [
        { name: label, value },
        { name: value, value, label, rank: 1 },
      ]),
    );
    indexes.set(options, index);
  }
  return index;
}

const SEPARATORS = /([;|\n])/;

/**
 * The options that a text lists, separated by semicolons, bars or line breaks. An option may contain such a sign: the
 * longest piece of the text that is exactly one is taken.
 * @returns the options, or the match that is not unique: nothing is called like a piece, or two are.
 */
export function optionsIn(text: string, options: Question['options']): readonly string[] | NameMatch<string> | null {
  const pieces = text.split(SEPARATORS);
  const found: string[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    if (pieces[at]!.trim() === '') continue;
    const named = longestFrom(pieces, at, options);
    if (named === null) return null;
    if ('candidates' in named.match) return named.match;
    found.push(named.match.value);
    at = named.last;
  }
  return [...new Set(found)];
}

/** Pieces of one option at most; keeps the search short whatever the cell contains. */
const MAX_PIECES = 10;

function longestFrom(
  pieces: readonly string[],
  at: number,
  options: Question['options'],
): { readonly match: NameMatch<string>; readonly last: number } | null {
  for (let last = Math.min(at + 2 * (MAX_PIECES - 1), pieces.length - 1); last >= at; last -= 2) {
    const text = pieces.slice(at, last + 1).join('');
    const match = last === at ? optionIn(text, options) : indexOf(options).findExact(text);
    if (match) return { match, last };
  }
  return null;
}
