import type { SourceText } from './texts-in-source.ts';

/** Minimum number of words of a sentence; shorter texts label a button or a column. */
const MIN_WORDS = 4;

/** Removes variables, capitals and punctuation: sentences that differ only in a name or a number are the same. */
const normalize = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replaceAll('{}', ' ')
    .replace(/[^\p{L}\p{N}'’ ]/gu, ' ')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim();

/** The sentences of a text, and the text as a whole. */
const sentencesOf = (text: string): Set<string> =>
  new Set(
    [text, ...text.split(/(?<=[.!?:;…])\s+/)]
      .map(normalize)
      .filter((sentence) => sentence.split(' ').length >= MIN_WORDS),
  );

/** Sentences that occur in more than one file, with these files. */
export function repeatedSentences(texts: readonly SourceText[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, Set<string>>();
  for (const { text, file } of texts) {
    for (const sentence of sentencesOf(text)) files.set(sentence, (files.get(sentence) ?? new Set()).add(file));
  }
  return new Map(
    [...files].filter(([, where]) => where.size > 1).map(([sentence, where]) => [sentence, [...where].sort()]),
  );
}
