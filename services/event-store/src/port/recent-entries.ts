/**
 * A map that forgets by itself: what was put in stays for one moment at least and for two at most. The oldest entries go
 * together, since a Map whose oldest entry is deleted again and again walks over all that were deleted before it.
 */
export class RecentEntries<Value> {
  readonly #moment: number;
  readonly #max: number;
  #recent = new Map<string, Value>();
  #earlier = new Map<string, Value>();
  #momentEnds = -Infinity;

  /** @param moment in the caller's unit of time. @param max of entries in one moment; with more of them it is over sooner. */
  constructor(moment: number, max: number) {
    this.#moment = moment;
    this.#max = max;
  }

  get(key: string): Value | undefined {
    return this.#recent.get(key) ?? this.#earlier.get(key);
  }

  /** @param now by a clock that does not go back. */
  set(key: string, value: Value, now: number): void {
    if (now >= this.#momentEnds || this.#recent.size >= this.#max) {
      this.#earlier = this.#recent;
      this.#recent = new Map();
      this.#momentEnds = now + this.#moment;
    }
    this.#recent.set(key, value);
  }

  delete(key: string): void {
    this.#recent.delete(key);
    this.#earlier.delete(key);
  }
}
