import { normalizeForSearch } from '../../ui/inputs/normalize-for-search.ts';

/** Found by its name or by additional search terms. */
export interface Matchable {
  name: string;
  terms: string;
}

const wordsOf = (text: string): string[] =>
  normalizeForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Rank of a match: 0 if the name begins with the text, 1 if the name contains every word, 2 if some words only begin
 * additional terms, null if a word is not found.
 */
function rankOf({ name, terms }: Matchable, typedWords: readonly string[], typed: string): number | null {
  const normalizedName = normalizeForSearch(name);
  const otherTerms = wordsOf(terms);
  const isInName = (word: string) => normalizedName.includes(word);
  if (!typedWords.every((word) => isInName(word) || otherTerms.some((other) => other.startsWith(word)))) return null;
  if (normalizedName.startsWith(typed)) return 0;
  return typedWords.every(isInName) ? 1 : 2;
}

/**
 * Entries that match every typed word: contained in the name, or at the beginning of an additional term. Ordered by
 * rank: names that begin with the text, names that contain all words, others. Without text, all entries.
 */
export function matchEntries<Entry extends Matchable>(entries: readonly Entry[], typed: string): readonly Entry[] {
  const typedWords = wordsOf(typed);
  if (typedWords.length === 0) return typed.trim() === '' ? entries : [];
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, typedWords, normalizeForSearch(typed.trim()));
    return rank === null ? [] : [{ entry, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}
