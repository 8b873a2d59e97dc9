import { LRUCache } from 'lru-cache';
import type { Renewals } from './renewals.ts';

/** Maximum age of a cached permission. With the read model's lag a change takes effect within a second. */
export const BRIEFLY_MS = 400;

/**
 * Share of the lifetime in which a value counts as fresh. A read in the rest triggers a refresh and returns the old
 * value.
 */
const FRESH_SHARE = 0.75;
/** Fresh share while a batch is collected: values join early, so that those refreshed together stay together. */
const GOES_ALONG_SHARE = 0.5;

/** Maximum age of a value whose version token is unchanged. It bounds changes without a token, such as erasures. */
const LONGEST_BY_MARK_MS = 5_000;

interface Renewal<Value> {
  readonly answer: Promise<Value>;
  /** Undefined while the refresh waits for its batch. */
  readonly askedAt: () => number | undefined;
}

/** A loaded value with its version. */
interface Seen<Value> {
  readonly value: Value;
  /** Version token from before the value was loaded; undefined where there is none. */
  readonly mark: string | undefined;
  /** When the value itself was loaded. */
  readonly askedAt: number;
}

export interface BriefCacheOptions {
  /** Milliseconds. */
  readonly ttl?: number;
  /** Maximum number of entries; beyond it the least recently used one is evicted. */
  readonly max?: number;
  /** Runs refreshes in batches; without it each one starts at once. */
  readonly renewals?: Pick<Renewals, 'join' | 'areGathered'> | undefined;
  /**
   * Version token of the cached value. If it is unchanged at refresh, the value is kept without loading it. Undefined
   * where there is none.
   */
  readonly mark?: (key: string) => Promise<string | undefined>;
}

/**
 * Stale-while-revalidate cache for values that every request needs. Concurrent reads share one load; errors are not
 * cached. A frequently read value is refreshed before it expires, so that no one waits; an unchanged version token
 * avoids the load.
 * Expired entries are removed at once, so that no data of departed people stays in memory.
 */
export class BriefCache<Value> {
  readonly #ask: (key: string) => Promise<Value>;
  readonly #answers: LRUCache<string, Promise<Value>>;
  readonly #renewals = new Map<string, Renewal<Value>>();
  readonly #ttl: number;
  readonly #others: BriefCacheOptions['renewals'];
  readonly #mark: BriefCacheOptions['mark'];
  /** Versions by cached promise. */
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

  /** Share of the lifetime during which a value is not refreshed. */
  #freshShare(): number {
    return this.#others?.areGathered ? GOES_ALONG_SHARE : FRESH_SHARE;
  }

  /** The refresh in progress; a refresh that still waits for its batch is not awaited. */
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
      // The entry was deleted meanwhile, or the refresh took so long that the value was loaded again.
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

  /** Loads the value, unless its version token is unchanged. */
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
