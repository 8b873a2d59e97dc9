/** How old an answer about rights may be. With the read model's lag a change takes effect within a second. */
export const BRIEFLY_MS = 400;

interface Known<Value> {
  readonly answer: Promise<Value>;
  readonly until: number;
}

/**
 * Answers that are asked for on every request and remembered for a moment. Those who ask at once share one question; a
 * fault is not remembered. What nobody asks for is dropped within two moments, so that the process keeps nothing of
 * people who have gone.
 */
export class BrieflyKnown<Value> {
  readonly #ask: (key: string) => Promise<Value>;
  readonly #ttl: number;
  readonly #max: number;
  /** Asked in this moment, and in the one before. */
  #recent = new Map<string, Known<Value>>();
  #earlier = new Map<string, Known<Value>>();
  #momentEnds = 0;

  /** @param max of answers of one moment; more of them are asked for again. */
  constructor(ask: (key: string) => Promise<Value>, { ttl = BRIEFLY_MS, max = 20_000 }: { ttl?: number; max?: number } = {}) {
    this.#ask = ask;
    this.#ttl = ttl;
    this.#max = max;
  }

  of(key: string): Promise<Value> {
    const now = performance.now();
    const known = this.#recent.get(key) ?? this.#earlier.get(key);
    return known && known.until > now ? known.answer : this.#askAnew(key, now);
  }

  forget(key: string): void {
    this.#recent.delete(key);
    this.#earlier.delete(key);
  }

  #askAnew(key: string, now: number): Promise<Value> {
    if (now >= this.#momentEnds || this.#recent.size >= this.#max) {
      this.#earlier = this.#recent;
      this.#recent = new Map();
      this.#momentEnds = now + this.#ttl;
    }
    const entry = { answer: this.#ask(key), until: now + this.#ttl };
    this.#recent.set(key, entry);
    entry.answer.catch(() => {
      for (const known of [this.#recent, this.#earlier]) if (known.get(key) === entry) known.delete(key);
    });
    return entry.answer;
  }
}
