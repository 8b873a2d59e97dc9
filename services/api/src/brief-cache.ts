import { LRUCache } from 'lru-cache';

/** How old an answer about rights may be. With the read model's lag a change takes effect within a second. */
export const BRIEFLY_MS = 400;

/** Of an answer's time: who asks in the rest has it asked for anew, and is given the known one meanwhile. */
const FRESH_SHARE = 0.75;

interface Renewal<Value> {
  readonly answer: Promise<Value>;
  readonly askedAt: number;
}

/**
 * A cache of answers that are asked for on every request and kept for a moment. Those who ask at once share one question;
 * a fault is not kept. What is asked for again and again is renewed before its time is over, so that nobody waits for it.
 * What is over is dropped at once, so that the process keeps nothing of people who have gone.
 */
export class BriefCache<Value> {
  readonly #ask: (key: string) => Promise<Value>;
  readonly #answers: LRUCache<string, Promise<Value>>;
  readonly #renewals = new Map<string, Renewal<Value>>();
  readonly #ttl: number;

  /** @param max of answers at a time; beyond it the one that was used longest ago is asked for again. */
  constructor(ask: (key: string) => Promise<Value>, { ttl = BRIEFLY_MS, max = 20_000 }: { ttl?: number; max?: number } = {}) {
    this.#ask = ask;
    this.#ttl = ttl;
    this.#answers = new LRUCache({ ttl, max, ttlAutopurge: true, ttlResolution: 0 });
  }

  of(key: string): Promise<Value> {
    const known = this.#answers.get(key);
    if (!known) return this.#renewed(key) ?? this.#askAnew(key);
    if (!this.#renewals.has(key) && this.#answers.getRemainingTTL(key) < (1 - FRESH_SHARE) * this.#ttl) this.#renew(key);
    return known;
  }

  forget(key: string): void {
    this.#answers.delete(key);
    this.#renewals.delete(key);
  }

  /** What is being asked for in good time. */
  #renewed(key: string): Promise<Value> | undefined {
    const renewal = this.#renewals.get(key);
    return renewal && performance.now() - renewal.askedAt < this.#ttl ? renewal.answer : undefined;
  }

  #renew(key: string): void {
    const renewal = { answer: this.#ask(key), askedAt: performance.now() };
    this.#renewals.set(key, renewal);
    const end = (isKnown: boolean) => {
      // It was forgotten meanwhile, or took so long that it was asked for once more.
      if (this.#renewals.get(key) !== renewal) return;
      this.#renewals.delete(key);
      if (isKnown) this.#answers.set(key, renewal.answer, { start: renewal.askedAt });
    };
    renewal.answer.then(() => end(true), () => end(false));
  }

  #askAnew(key: string): Promise<Value> {
    this.#renewals.delete(key);
    const answer = this.#ask(key);
    this.#answers.set(key, answer);
    answer.catch(() => {
      if (this.#answers.peek(key) === answer) this.#answers.delete(key);
    });
    return answer;
  }
}
