import { LRUCache } from 'lru-cache';
import type { Renewals } from './renewals.ts';

/** How old an answer about rights may be. With the read model's lag a change takes effect within a second. */
export const BRIEFLY_MS = 400;

/** Of an answer's time: who asks in the rest has it asked for anew, and is given the known one meanwhile. */
const FRESH_SHARE = 0.75;

interface Renewal<Value> {
  readonly answer: Promise<Value>;
  /** Undefined while it waits for others. */
  readonly askedAt: () => number | undefined;
}

export interface BriefCacheOptions {
  /** Milliseconds. */
  readonly ttl?: number;
  /** Of answers at a time; beyond it the one that was used longest ago is asked for again. */
  readonly max?: number;
  /** Who has renewals asked for together with others; else each is asked for at once. */
  readonly renewals?: Pick<Renewals, 'join'> | undefined;
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
  readonly #joinOthers: Renewals['join'];

  constructor(ask: (key: string) => Promise<Value>, { ttl = BRIEFLY_MS, max = 20_000, renewals }: BriefCacheOptions = {}) {
    this.#ask = ask;
    this.#ttl = ttl;
    this.#joinOthers = renewals ? (question) => renewals.join(question) : (question) => question();
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

  /** What is being asked for in good time; nobody waits for what still waits for others. */
  #renewed(key: string): Promise<Value> | undefined {
    const renewal = this.#renewals.get(key);
    const askedAt = renewal?.askedAt();
    return askedAt !== undefined && performance.now() - askedAt < this.#ttl ? renewal!.answer : undefined;
  }

  #renew(key: string): void {
    let askedAt: number | undefined;
    const answer = this.#joinOthers(() => {
      askedAt = performance.now();
      return this.#ask(key);
    });
    const renewal: Renewal<Value> = { answer, askedAt: () => askedAt };
    this.#renewals.set(key, renewal);
    const end = (isKnown: boolean) => {
      // It was forgotten meanwhile, or took so long that it was asked for once more.
      if (this.#renewals.get(key) !== renewal) return;
      this.#renewals.delete(key);
      if (isKnown) this.#answers.set(key, answer, { start: askedAt! });
    };
    answer.then(() => end(true), () => end(false));
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
