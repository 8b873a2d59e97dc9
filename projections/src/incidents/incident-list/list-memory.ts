import type { Place } from './list-order.ts';

/** What was found out about a list while the read model stood at one place. */
export interface Remembered {
  /** Where the read model stood: anything that changes a row changes it. */
  readonly stamp: string;
  readonly total: number;
  /** Where pages of an order begin, by order and offset. */
  readonly places: Map<string, Place>;
}

const MAX_LISTS = 2_000;
const MAX_PLACES = 500;

/**
 * Counts and the beginnings of pages, so that neither is searched for twice as long as nothing has changed. An answer
 * that was made with them is only good when the read model still stands at the stamp; the database says so with it.
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
