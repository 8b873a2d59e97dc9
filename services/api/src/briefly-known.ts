import { RecentEntries } from '@plimsoll/event-store/recent-entries';

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
  readonly #known: RecentEntries<Known<Value>>;

  /** @param max of answers of one moment; more of them are asked for again. */
  constructor(ask: (key: string) => Promise<Value>, { ttl = BRIEFLY_MS, max = 20_000 }: { ttl?: number; max?: number } = {}) {
    this.#ask = ask;
    this.#ttl = ttl;
    this.#known = new RecentEntries(ttl, max);
  }

  of(key: string): Promise<Value> {
    const now = performance.now();
    const known = this.#known.get(key);
    return known && known.until > now ? known.answer : this.#askAnew(key, now);
  }

  forget(key: string): void {
    this.#known.delete(key);
  }

  #askAnew(key: string, now: number): Promise<Value> {
    const entry = { answer: this.#ask(key), until: now + this.#ttl };
    this.#known.set(key, entry, now);
    entry.answer.catch(() => {
      if (this.#known.get(key) === entry) this.#known.delete(key);
    });
    return entry.answer;
  }
}
