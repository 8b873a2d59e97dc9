import { normalizeForSearch } from '../../ui/inputs/normalize-for-search.ts';

/** What can be found by its name, and by other words that people would type for it. */
export interface Matchable {
  name: string;
  words: string;
}

const wordsOf = (text: string): string[] =>
  normalizeForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How well it matches: 0 its name begins so, 1 its name has every word, 2 some stand in its other words; null when one is nowhere. */
function rankOf({ name, words }: Matchable, wanted: readonly string[], typed: string): number | null {
  const whole = normalizeForSearch(name);
  const besides = wordsOf(words);
  const isInName = (word: string) => whole.includes(word);
  if (!wanted.every((word) => isInName(word) || besides.some((other) => other.startsWith(word)))) return null;
  if (whole.startsWith(typed)) return 0;
  return wanted.every(isInName) ? 1 : 2;
}

/**
 * The entries that have every word typed: contained in the name, or at the beginning of one of the other words. Those
 * whose name begins with what was typed come first, then those that have all of it in their name. Nothing typed keeps all.
 */
export function matchEntries<Entry extends Matchable>(entries: readonly Entry[], typed: string): readonly Entry[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return typed.trim() === '' ? entries : [];
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, wanted, normalizeForSearch(typed.trim()));
    return rank === null ? [] : [{ entry, rank }];
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}
