import { LRUCache } from 'lru-cache';
import type { RefreshBatcher } from './refresh-batcher.ts';

/** Maximum age of a cached permission. With the read model's lag a change takes effect within a second. */
export const DEFAULT_TTL_MS = 400;

/**
 * Share of the lifetime in which a value counts as fresh. A read in the rest triggers a refresh and returns the old
 * value.
 */
const FRESH_SHARE = 0.75;
/** Fresh share while a batch is collected: values join early, so that those refreshed together stay together. */
const BATCHED_FRESH_SHARE = 0.5;

/** Maximum age of a value whose version token is unchanged. It bounds changes without a token, such as erasures. */
const MAX_UNCHANGED_MS = 5_000;

interface Refresh<Value> {
  readonly value: Promise<Value>;
  /** Undefined while the refresh waits for its batch. */
  readonly startedAt: () => number | undefined;
}

/** A loaded value with its version. */
interface Loaded<Value> {
  readonly value: Value;
  /** Version token from before the value was loaded; undefined where there is none. */
  readonly version: string | undefined;
  /** When the value itself was loaded. */
  readonly startedAt: number;
}

export interface SwrCacheOptions {
  /** Milliseconds. */
  readonly ttl?: number;
  /** Maximum number of entries; beyond it the least recently used one is evicted. */
  readonly max?: number;
  /** Runs refreshes in batches; without it each one starts at once. */
  readonly renewals?: Pick<RefreshBatcher, 'join' | 'areGathered'> | undefined;
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
export class SwrCache<Value> {
  readonly #load: (key: string) => Promise<Value>;
  readonly #values: LRUCache<string, Promise<Value>>;
  readonly #refreshes = new Map<string, Refresh<Value>>();
  readonly #ttl: number;
  readonly #batcher: SwrCacheOptions['renewals'];
  readonly #version: SwrCacheOptions['mark'];
  /** Versions by cached promise. */
  readonly #loaded = new WeakMap<Promise<Value>, Loaded<Value>>();

  constructor(
    load: (key: string) => Promise<Value>,
    { ttl = DEFAULT_TTL_MS, max = 20_000, renewals: batcher, mark: version }: SwrCacheOptions = {},
  ) {
    this.#load = load;
    this.#ttl = ttl;
    this.#version = version;
    this.#batcher = batcher;
    this.#values = new LRUCache({ ttl, max, ttlAutopurge: true, ttlResolution: 0 });
  }

  of(key: string): Promise<Value> {
    const cached = this.#values.get(key);
    if (!cached) return this.#refreshed(key) ?? this.#loadNow(key);
    if (!this.#refreshes.has(key) && this.#values.getRemainingTTL(key) < (1 - this.#freshShare()) * this.#ttl)
      this.#refresh(key, cached);
    return cached;
  }

  forget(key: string): void {
    this.#values.delete(key);
    this.#refreshes.delete(key);
  }

  /** Share of the lifetime during which a value is not refreshed. */
  #freshShare(): number {
    return this.#batcher?.areGathered ? BATCHED_FRESH_SHARE : FRESH_SHARE;
  }

  /** The refresh in progress; a refresh that still waits for its batch is not awaited. */
  #refreshed(key: string): Promise<Value> | undefined {
    const refresh = this.#refreshes.get(key);
    const startedAt = refresh?.startedAt();
    return startedAt !== undefined && performance.now() - startedAt < this.#ttl ? refresh!.value : undefined;
  }

  #refresh(key: string, cached: Promise<Value>): void {
    let startedAt: number | undefined;
    const revalidate = () => {
      startedAt = performance.now();
      return this.#revalidate(key, this.#loaded.get(cached));
    };
    const loaded = this.#batcher ? this.#batcher.join(revalidate) : revalidate();
    const value = loaded.then((one) => one.value);
    const refresh: Refresh<Value> = { value, startedAt: () => startedAt };
    this.#refreshes.set(key, refresh);
    const end = (isLoaded: boolean) => {
      // The entry was deleted meanwhile, or the refresh took so long that the value was loaded again.
      if (this.#refreshes.get(key) !== refresh) return;
      this.#refreshes.delete(key);
      if (isLoaded) this.#values.set(key, value, { start: startedAt! });
    };
    loaded.then(
      (one) => this.#loaded.set(value, one),
      () => undefined,
    );
    value.then(
      () => end(true),
      () => end(false),
    );
  }

  /** Loads the value, unless its version token is unchanged. */
  async #revalidate(key: string, cached: Loaded<Value> | undefined): Promise<Loaded<Value>> {
    const startedAt = performance.now();
    const version = await this.#version?.(key);
    if (
      cached &&
      version !== undefined &&
      version === cached.version &&
      startedAt - cached.startedAt < MAX_UNCHANGED_MS
    )
      return cached;
    return { value: await this.#load(key), version, startedAt };
  }

  #loadNow(key: string): Promise<Value> {
    this.#refreshes.delete(key);
    const value = this.#load(key);
    this.#values.set(key, value);
    value.catch(() => {
      if (this.#values.peek(key) === value) this.#values.delete(key);
    });
    return value;
  }
}
