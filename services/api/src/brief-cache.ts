import { LRUCache } from 'lru-cache';

/** How old an answer about rights may be. With the read model's lag a change takes effect within a second. */
export const BRIEFLY_MS = 400;

/**
 * A cache of answers that are asked for on every request and kept for a moment. Those who ask at once share one question;
 * a fault is not kept. What is over is dropped at once, so that the process keeps nothing of people who have gone.
 */
export class BriefCache<Value> {
  readonly #ask: (key: string) => Promise<Value>;
  readonly #answers: LRUCache<string, Promise<Value>>;

  /** @param max of answers at a time; beyond it the one that was used longest ago is asked for again. */
  constructor(ask: (key: string) => Promise<Value>, { ttl = BRIEFLY_MS, max = 20_000 }: { ttl?: number; max?: number } = {}) {
    this.#ask = ask;
    this.#answers = new LRUCache({ ttl, max, ttlAutopurge: true, ttlResolution: 0 });
  }

  of(key: string): Promise<Value> {
    return this.#answers.get(key) ?? this.#askAnew(key);
  }

  forget(key: string): void {
    this.#answers.delete(key);
  }

  #askAnew(key: string): Promise<Value> {
    const answer = this.#ask(key);
    this.#answers.set(key, answer);
    answer.catch(() => {
      if (this.#answers.peek(key) === answer) this.#answers.delete(key);
    });
    return answer;
  }
}
