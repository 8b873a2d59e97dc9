import { availableParallelism } from 'node:os';
import { RETRY_AFTER, throwRefusal } from './problem-of.ts';

export interface TurnLimits {
  /** What one organization may have under way in this process while others ask too. */
  readonly share: number;
  /** What all of them may have under way together then. */
  readonly together: number;
  /** Longer nobody waits for a turn. */
  readonly longestWaitMs: number;
  /** For so long an organization that asked counts as one that others compete with, and at most twice as long. */
  readonly rememberedMs: number;
  /** Whoever has had less of the time since then is not told to rest. */
  readonly loudMs: number;
}

/** One for each core keeps it busy: what waits for the database leaves the core to another. */
const USUAL: TurnLimits = {
  share: Math.max(2, availableParallelism()),
  together: Math.max(64, 32 * availableParallelism()),
  longestWaitMs: 2_000,
  rememberedMs: 5_000,
  loudMs: 500,
};

/** Nobody is loud whom the others have left alone for so long. */
const OTHERS_ASK_WITHIN_MS = 500;
/** Loud is whoever has had such a share of all the time, and so many times what the others have had on average. */
const LOUD_SHARE = 1 / 3;
const LOUD_TIMES = 1.5;
/** So many times as long as it took whoever is loud rests, so that they have a third of the time at most. */
const REST_TIMES = 2;
/** Nobody rests longer after something that took long by itself, an export for example. */
const LONGEST_REST_MS = 100;

type End = 'BEGUN' | 'LATE' | 'UNAVAILABLE';

interface Waiting {
  readonly since: number;
  end(how: End): void;
}

/** How long something was under way in a stretch of time, in ms: of each organization that asked, and of all. */
class Had {
  readonly #each = new Map<string, number>();
  all = 0;

  add(tenant: string, ms: number): void {
    this.#each.set(tenant, this.of(tenant) + ms);
    this.all += ms;
  }

  of(tenant: string): number {
    return this.#each.get(tenant) ?? 0;
  }

  has(tenant: string): boolean {
    return this.#each.has(tenant);
  }

  get size(): number {
    return this.#each.size;
  }
}

/**
 * Organizations take turns at what costs: while others ask too, one has no more under way than its share, and whoever waits
 * is taken organization by organization. So an answer waits behind a few of another organization's, and not behind all that it
 * can send. One that has had a third of the time, and much more than the others have on average, has one under way at a time and
 * rests after each twice as long as that took, as long as others ask: a core that is never idle makes everybody wait, in whatever
 * order. One that is alone is not held back.
 */
export class OrganizationTurns {
  readonly #limits: TurnLimits;
  readonly #underWay = new Map<string, number>();
  /** When the last one of each began. */
  readonly #begunAt = new Map<string, number>();
  readonly #resting = new Set<string>();
  /** Those with somebody waiting; the first is next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #total = 0;
  #recent = new Had();
  #before = new Had();
  #recentSince = -Infinity;
  /** Who asked last, and when somebody else did. */
  #asker = '';
  #askedAt = -Infinity;
  #otherAskedAt = -Infinity;
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: Partial<TurnLimits> = {}) {
    this.#limits = { ...USUAL, ...limits };
  }

  /** Takes a turn, which `leave` ends: undefined when it has begun, else resolves when it begins. Ends the request with 429 when that takes too long. */
  enter(tenant: string): Promise<void> | undefined {
    this.#note(tenant);
    if (!this.#waiting.has(tenant) && this.#hasRoom(tenant)) {
      this.#begin(tenant);
      return undefined;
    }
    return this.#wait(tenant);
  }

  /** Refuses all that wait with 503: what they wait for does not answer, so that it is not another organization they wait behind. */
  giveUp(): void {
    for (const waiting of this.#waiting.values()) for (const one of waiting) one.end('UNAVAILABLE');
    this.#waiting.clear();
  }

  leave(tenant: string): void {
    const left = this.#underWay.get(tenant)! - 1;
    if (left > 0) this.#underWay.set(tenant, left);
    else this.#underWay.delete(tenant);
    this.#total--;
    const took = performance.now() - this.#begunAt.get(tenant)!;
    this.#recent.add(tenant, took);
    if (left === 0) this.#begunAt.delete(tenant);
    if (this.#waiting.has(tenant) && this.#isLoud(tenant))
      this.#rest(tenant, Math.min(REST_TIMES * took, LONGEST_REST_MS));
    if (this.#waiting.size > 0) this.#goOn();
  }

  #begin(tenant: string): void {
    this.#underWay.set(tenant, (this.#underWay.get(tenant) ?? 0) + 1);
    this.#total++;
    this.#begunAt.set(tenant, performance.now());
  }

  #rest(tenant: string, ms: number): void {
    if (this.#resting.has(tenant)) return;
    this.#resting.add(tenant);
    setTimeout(() => {
      this.#resting.delete(tenant);
      this.#goOn();
    }, ms).unref();
  }

  #hasRoom(tenant: string): boolean {
    if (this.#isAlone(tenant)) return true;
    if (this.#total >= this.#limits.together || this.#resting.has(tenant)) return false;
    const underWay = this.#underWay.get(tenant) ?? 0;
    return underWay === 0 || (underWay < this.#limits.share && !this.#isLoud(tenant));
  }

  /** Whether it has had so much more of the time than others who ask just now. */
  #isLoud(tenant: string): boolean {
    const othersAskedAt = tenant === this.#asker ? this.#otherAskedAt : this.#askedAt;
    if (performance.now() - othersAskedAt > OTHERS_ASK_WITHIN_MS) return false;
    const own = this.#recent.of(tenant) + this.#before.of(tenant);
    const all = this.#recent.all + this.#before.all;
    const others = Math.max(2, this.#recent.size, this.#before.size) - 1;
    return own > this.#limits.loudMs && own > LOUD_SHARE * all && own > (LOUD_TIMES * (all - own)) / others;
  }

  #isAlone(tenant: string): boolean {
    return this.#recent.size <= 1 && (this.#before.size === 0 || (this.#before.size === 1 && this.#before.has(tenant)));
  }

  #note(tenant: string): void {
    const now = performance.now();
    if (now - this.#recentSince > this.#limits.rememberedMs) {
      this.#before = now - this.#recentSince > 2 * this.#limits.rememberedMs ? new Had() : this.#recent;
      this.#recent = new Had();
      this.#recentSince = now;
    }
    this.#recent.add(tenant, 0);
    if (tenant !== this.#asker) this.#otherAskedAt = this.#askedAt;
    this.#asker = tenant;
    this.#askedAt = now;
  }

  async #wait(tenant: string): Promise<void> {
    const { promise, resolve: end } = Promise.withResolvers<End>();
    const one = { since: performance.now(), end };
    const others = this.#waiting.get(tenant);
    if (others) others.push(one);
    else this.#waiting.set(tenant, [one]);
    this.#sweep ??= setTimeout(() => this.#giveUpLate(), this.#limits.longestWaitMs).unref();
    const how = await promise;
    if (how === 'LATE')
      throwRefusal('TooManyAttempts', {}, { 'retry-after': String(Math.ceil(this.#limits.longestWaitMs / 1_000)) });
    if (how === 'UNAVAILABLE') throwRefusal('Unavailable', {}, RETRY_AFTER);
  }

  /** Begins what there is room for, organization by organization. */
  #goOn(): void {
    for (let begun = true; begun; ) {
      begun = false;
      for (const [tenant, waiting] of [...this.#waiting]) {
        if (!this.#hasRoom(tenant)) continue;
        this.#waiting.delete(tenant);
        const next = waiting.shift()!;
        if (waiting.length > 0) this.#waiting.set(tenant, waiting);
        this.#begin(tenant);
        next.end('BEGUN');
        begun = true;
      }
    }
  }

  #giveUpLate(): void {
    const latest = performance.now() - this.#limits.longestWaitMs;
    let oldest = Infinity;
    for (const [tenant, waiting] of this.#waiting) {
      while (waiting[0] && waiting[0].since <= latest) waiting.shift()!.end('LATE');
      if (waiting[0]) oldest = Math.min(oldest, waiting[0].since);
      else this.#waiting.delete(tenant);
    }
    this.#sweep = oldest === Infinity ? undefined : setTimeout(() => this.#giveUpLate(), oldest - latest).unref();
  }
}
