/** Normalizes words for comparison: without accents, in lower case. */
export const normalizeForSearch = (words: string): string =>
  words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
