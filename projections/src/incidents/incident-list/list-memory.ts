import type { Place } from './list-order.ts';

/** Cached facts about a list at one version token of its read models. */
export interface Remembered {
  /** Version token of the read models: every change of a row changes it. */
  readonly stamp: string;
  readonly total: number;
  /** Start of each page of an order, by order and offset. */
  readonly places: Map<string, Place>;
}

const MAX_LISTS = 2_000;
const MAX_PLACES = 500;

/**
 * Caches counts and page starts while nothing changes. A result based on them is valid only if the read models' version
 * token is unchanged; the query returns it with the rows.
 */
export class ListMemory {
  readonly #lists = new Map<string, Remembered>();

  recall(list: string): Remembered | undefined {
    const known = this.#lists.get(list);
    if (known) {
      this.#lists.delete(list);
      this.#lists.set(list, known);
    }
    return known;
  }

  remember(list: string, stamp: string, total: number): Remembered {
    const fresh: Remembered = { stamp, total, places: new Map() };
    this.#lists.set(list, fresh);
    if (this.#lists.size > MAX_LISTS) this.#lists.delete(this.#lists.keys().next().value!);
    return fresh;
  }

  rememberPlace({ places }: Remembered, page: string, place: Place): void {
    places.set(page, place);
    if (places.size > MAX_PLACES) places.delete(places.keys().next().value!);
  }
}
