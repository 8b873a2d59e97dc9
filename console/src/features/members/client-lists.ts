import { normalizeForSearch } from '../../ui/inputs/normalize-for-search.ts';

/** Page sizes that may be chosen. */
export const PAGE_SIZES = [25] as const;

/** Whether the texts contain all searched words, ignoring case and accents. */
export function containsWords(search: string | undefined, ...texts: readonly string[]): boolean {
  const text = normalizeForSearch(texts.join(' '));
  return normalizeForSearch(search ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** One page of a list that was loaded completely. */
export const pageOf = <Item>(items: readonly Item[], page: number): { items: readonly Item[]; totalCount: number } => ({
  items: items.slice((page - 1) * PAGE_SIZES[0], page * PAGE_SIZES[0]),
  totalCount: items.length,
});

/** Whether a value matches a filter; an empty filter matches everything. */
export const matchesFilter = <Value>(filter: readonly Value[] | undefined, value: Value): boolean =>
  !filter || filter.length === 0 || filter.includes(value);
