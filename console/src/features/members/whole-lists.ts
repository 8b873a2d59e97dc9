import { normalizeForSearch } from '../../ui/inputs/normalize-for-search.ts';

/** How many rows a page has. */
export const PAGE_SIZES = [25] as const;

/** Whether texts have all the words that are searched for. */
export function mentions(words: string | undefined, ...texts: readonly string[]): boolean {
  const text = normalizeForSearch(texts.join(' '));
  return normalizeForSearch(words ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A page of what is left of a list that came whole. */
export const pageOf = <Item>(items: readonly Item[], page: number): { items: readonly Item[]; totalCount: number } => ({
  items: items.slice((page - 1) * PAGE_SIZES[0], page * PAGE_SIZES[0]),
  totalCount: items.length,
});

/** What is asked for of something that may be any of these; nothing is all. */
export const isAmong = <Value>(wanted: readonly Value[] | undefined, value: Value): boolean =>
  !wanted || wanted.length === 0 || wanted.includes(value);
