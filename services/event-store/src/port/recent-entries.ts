/**
 * A map whose entries expire: each stays for at least one period and at most two. The oldest entries are removed
 * together, since deleting a Map's oldest entry repeatedly walks over all entries deleted before it.
 */
export class RecentEntries<Value> {
  readonly #moment: number;
  readonly #max: number;
  #recent = new Map<string, Value>();
  #earlier = new Map<string, Value>();
  #momentEnds = -Infinity;

  /**
   * @param moment length of a period, in the caller's unit of time.
   * @param max entries in one period; it ends early when there are more.
   */
  constructor(moment: number, max: number) {
    this.#moment = moment;
    this.#max = max;
  }

  get(key: string): Value | undefined {
    return this.#recent.get(key) ?? this.#earlier.get(key);
  }

  /** Adds an entry. @param now a monotonic clock. */
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
