import { LRUCache } from 'lru-cache';

/** How old an answer about rights may be. With the read model's lag a change takes effect within a second. */
export const BRIEFLY_MS = 400;

interface Known<Value> {
  readonly answer: Promise<Value>;
  readonly until: number;
}

/** Answers that are asked for on every request and remembered for a moment. Those who ask at once share one question; a fault is not remembered. */
export class BrieflyKnown<Value> {
  readonly #known: LRUCache<string, Known<Value>>;
  readonly #ttl: number;
  readonly #ask: (key: string) => Promise<Value>;

  constructor(ask: (key: string) => Promise<Value>, { ttl = BRIEFLY_MS, max = 20_000 }: { ttl?: number; max?: number } = {}) {
    this.#ask = ask;
    this.#ttl = ttl;
    this.#known = new LRUCache({ max });
  }

  of(key: string): Promise<Value> {
    const known = this.#known.get(key);
    const now = performance.now();
    if (known && known.until > now) return known.answer;
    const entry = { answer: this.#ask(key), until: now + this.#ttl };
    this.#known.set(key, entry);
    entry.answer.catch(() => {
      if (this.#known.peek(key) === entry) this.#known.delete(key);
    });
    return entry.answer;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}
