import { LRUCache } from 'lru-cache';
import type { Renewals } from './renewals.ts';

/** How old an answer about rights may be. With the read model's lag a change takes effect within a second. */
export const BRIEFLY_MS = 400;

/** Of an answer's time: who asks in the rest has it asked for anew, and is given the known one meanwhile. */
const FRESH_SHARE = 0.75;
/** Where others are about to be renewed, from here on it goes along: those who are asked together once then stay together. */
const GOES_ALONG_SHARE = 0.5;

/** How long a mark may stand for an answer, whatever it says: what no mark tells, such as an erasure, is seen by then. */
const LONGEST_BY_MARK_MS = 5_000;

interface Renewal<Value> {
  readonly answer: Promise<Value>;
  /** Undefined while it waits for others. */
  readonly askedAt: () => number | undefined;
}

/** A renewed answer with what was seen of it. */
interface Seen<Value> {
  readonly value: Value;
  /** As it stood before the answer was asked for; undefined where there is none. */
  readonly mark: string | undefined;
  /** When the answer itself was asked for. */
  readonly askedAt: number;
}

export interface BriefCacheOptions {
  /** Milliseconds. */
  readonly ttl?: number;
  /** Of answers at a time; beyond it the one that was used longest ago is asked for again. */
  readonly max?: number;
  /** Who has renewals asked for together with others; else each is asked for at once. */
  readonly renewals?: Pick<Renewals, 'join' | 'areGathered'> | undefined;
  /**
   * Asks for a mark that changes at the latest when the answer does: a renewal that finds the one from before the answer was asked
   * for keeps it. Undefined where there is none.
   */
  readonly mark?: (key: string) => Promise<string | undefined>;
}

/**
 * A cache of answers that are asked for on every request and kept for a moment. Those who ask at once share one question;
 * a fault is not kept. What is asked for again and again is renewed before its time is over, so that nobody waits for it; where a
 * mark tells that it is as it was, it is not asked for itself.
 * What is over is dropped at once, so that the process keeps nothing of people who have gone.
 */
export class BriefCache<Value> {
  readonly #ask: (key: string) => Promise<Value>;
  readonly #answers: LRUCache<string, Promise<Value>>;
  readonly #renewals = new Map<string, Renewal<Value>>();
  readonly #ttl: number;
  readonly #others: BriefCacheOptions['renewals'];
  readonly #mark: BriefCacheOptions['mark'];
  /** By the answers that they were seen of. */
  readonly #seen = new WeakMap<Promise<Value>, Seen<Value>>();

  constructor(
    ask: (key: string) => Promise<Value>,
    { ttl = BRIEFLY_MS, max = 20_000, renewals, mark }: BriefCacheOptions = {},
  ) {
    this.#ask = ask;
    this.#ttl = ttl;
    this.#mark = mark;
    this.#others = renewals;
    this.#answers = new LRUCache({ ttl, max, ttlAutopurge: true, ttlResolution: 0 });
  }

  of(key: string): Promise<Value> {
    const known = this.#answers.get(key);
    if (!known) return this.#renewed(key) ?? this.#askAnew(key);
    if (!this.#renewals.has(key) && this.#answers.getRemainingTTL(key) < (1 - this.#freshShare()) * this.#ttl)
      this.#renew(key, known);
    return known;
  }

  forget(key: string): void {
    this.#answers.delete(key);
    this.#renewals.delete(key);
  }

  /** How much of its time an answer is left alone. */
  #freshShare(): number {
    return this.#others?.areGathered ? GOES_ALONG_SHARE : FRESH_SHARE;
  }

  /** What is being asked for in good time; nobody waits for what still waits for others. */
  #renewed(key: string): Promise<Value> | undefined {
    const renewal = this.#renewals.get(key);
    const askedAt = renewal?.askedAt();
    return askedAt !== undefined && performance.now() - askedAt < this.#ttl ? renewal!.answer : undefined;
  }

  #renew(key: string, known: Promise<Value>): void {
    let askedAt: number | undefined;
    const see = () => {
      askedAt = performance.now();
      return this.#see(key, this.#seen.get(known));
    };
    const seen = this.#others ? this.#others.join(see) : see();
    const answer = seen.then(({ value }) => value);
    const renewal: Renewal<Value> = { answer, askedAt: () => askedAt };
    this.#renewals.set(key, renewal);
    const end = (isKnown: boolean) => {
      // It was forgotten meanwhile, or took so long that it was asked for once more.
      if (this.#renewals.get(key) !== renewal) return;
      this.#renewals.delete(key);
      if (isKnown) this.#answers.set(key, answer, { start: askedAt! });
    };
    seen.then(
      (one) => this.#seen.set(answer, one),
      () => undefined,
    );
    answer.then(
      () => end(true),
      () => end(false),
    );
  }

  /** Asks anew, unless the mark is the one that the known answer was asked for after. */
  async #see(key: string, known: Seen<Value> | undefined): Promise<Seen<Value>> {
    const askedAt = performance.now();
    const mark = await this.#mark?.(key);
    if (known && mark !== undefined && mark === known.mark && askedAt - known.askedAt < LONGEST_BY_MARK_MS)
      return known;
    return { value: await this.#ask(key), mark, askedAt };
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
