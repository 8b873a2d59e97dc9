import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { HungUp } from './hang-up.ts';
import { RETRY_AFTER, throwRefusal } from '../problems/problem-of.ts';

export interface TurnLimits {
  /** Maximum concurrent requests of one organization while others are active. */
  readonly share: number;
  /** Maximum concurrent requests of all organizations while several are active. */
  readonly total: number;
  /** Maximum wait for a turn. */
  readonly maxWaitMs: number;
  /** How long an organization counts as active after a request, and at most twice as long. */
  readonly rememberedMs: number;
  /** An organization that used less time than this in the window is never paused. */
  readonly loudMs: number;
}

/** One running request per core keeps it busy: a request that waits for the database leaves its core to another. */
const USUAL: TurnLimits = {
  share: Math.max(2, availableParallelism()),
  total: Math.max(64, 32 * availableParallelism()),
  maxWaitMs: 2_000,
  rememberedMs: 5_000,
  loudMs: 500,
};

/** An organization is not loud if the others have been idle for this long. */
const OTHERS_ACTIVE_WITHIN_MS = 500;
/** An organization is loud with more than this share of all time, and this multiple of the others' average. */
const LOUD_SHARE = 1 / 3;
const LOUD_TIMES = 1.5;
/**
 * Pause of a loud organization after each request, as a multiple of its duration: leaves it at most a third of the
 * time.
 */
const PAUSE_TIMES = 2;
/** Maximum pause, for requests that are slow by nature, such as an export. */
const MAX_PAUSE_MS = 100;

type End = 'BEGUN' | 'LATE' | 'UNAVAILABLE' | 'HUNG_UP';

/** The connection of a waiting request. */
type Connection = Pick<ServerResponse, 'once' | 'off'>;

interface Waiting {
  /** Infinity for one that waits as long as it must. */
  readonly since: number;
  end(how: End): void;
}

/** Time that requests took in a window, in ms: by active organization, and in total. */
class TimeUsed {
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
 * Fair scheduling of expensive requests by organization: while several are active, each has a limited number of running
 * requests, and waiting requests start round-robin. So an answer waits for a few requests of another organization, and
 * not for its whole queue.
 * An organization that used a third of the time, and much more than the others' average, has one running request at a
 * time and pauses after each for twice its duration, as long as others are active: a core that is never idle delays
 * everyone, whatever the order. A single active organization is not limited.
 */
export class OrganizationTurns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<string, number>();
  /** Start of each organization's latest request. */
  readonly #startedAt = new Map<string, number>();
  readonly #paused = new Set<string>();
  /** Organizations with waiting requests; the first is next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #total = 0;
  #recent = new TimeUsed();
  #before = new TimeUsed();
  #recentSince = -Infinity;
  /** The last organization that sent a request, and when another one did. */
  #lastTenant = '';
  #lastRequestAt = -Infinity;
  #otherRequestAt = -Infinity;
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: Partial<TurnLimits> = {}) {
    this.#limits = { ...USUAL, ...limits };
  }

  /**
   * Takes a turn, which `leave` ends: undefined when it has begun, else resolves when it begins. Throws 429 after the
   * maximum wait, and when the client hangs up.
   */
  enter(tenant: string, connection?: Connection): Promise<void> | undefined {
    return this.#enter(tenant, performance.now(), connection);
  }

  /** Takes a turn for a part of an answer that has begun, however long it has to wait. */
  async enterPatiently(tenant: string): Promise<void> {
    await this.#enter(tenant, Infinity, undefined);
  }

  #enter(tenant: string, since: number, connection: Connection | undefined): Promise<void> | undefined {
    this.#note(tenant);
    if (!this.#waiting.has(tenant) && this.#hasCapacity(tenant)) {
      this.#start(tenant);
      return undefined;
    }
    return this.#wait(tenant, since, connection);
  }

  /** Refuses all waiting requests with 503: it is the database that they wait for, not another organization. */
  giveUp(): void {
    for (const waiting of this.#waiting.values()) for (const one of waiting) one.end('UNAVAILABLE');
    this.#waiting.clear();
  }

  leave(tenant: string): void {
    const left = this.#running.get(tenant)! - 1;
    if (left > 0) this.#running.set(tenant, left);
    else this.#running.delete(tenant);
    this.#total--;
    const took = performance.now() - this.#startedAt.get(tenant)!;
    this.#recent.add(tenant, took);
    if (left === 0) this.#startedAt.delete(tenant);
    if (this.#waiting.has(tenant) && this.#isLoud(tenant))
      this.#pause(tenant, Math.min(PAUSE_TIMES * took, MAX_PAUSE_MS));
    if (this.#waiting.size > 0) this.#startWaiting();
  }

  #start(tenant: string): void {
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1);
    this.#total++;
    this.#startedAt.set(tenant, performance.now());
  }

  #pause(tenant: string, ms: number): void {
    if (this.#paused.has(tenant)) return;
    this.#paused.add(tenant);
    setTimeout(() => {
      this.#paused.delete(tenant);
      this.#startWaiting();
    }, ms).unref();
  }

  #hasCapacity(tenant: string): boolean {
    if (this.#isAlone(tenant)) return true;
    if (this.#total >= this.#limits.total || this.#paused.has(tenant)) return false;
    const running = this.#running.get(tenant) ?? 0;
    return running === 0 || (running < this.#limits.share && !this.#isLoud(tenant));
  }

  /** Whether an organization used much more time than the other active ones. */
  #isLoud(tenant: string): boolean {
    const othersRequestAt = tenant === this.#lastTenant ? this.#otherRequestAt : this.#lastRequestAt;
    if (performance.now() - othersRequestAt > OTHERS_ACTIVE_WITHIN_MS) return false;
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
      this.#before = now - this.#recentSince > 2 * this.#limits.rememberedMs ? new TimeUsed() : this.#recent;
      this.#recent = new TimeUsed();
      this.#recentSince = now;
    }
    this.#recent.add(tenant, 0);
    if (tenant !== this.#lastTenant) this.#otherRequestAt = this.#lastRequestAt;
    this.#lastTenant = tenant;
    this.#lastRequestAt = now;
  }

  async #wait(tenant: string, since: number, connection: Connection | undefined): Promise<void> {
    const { promise, resolve: end } = Promise.withResolvers<End>();
    const one = { since, end };
    const hangUp = () => this.#abandon(tenant, one);
    connection?.once('close', hangUp);
    const others = this.#waiting.get(tenant);
    if (others) others.push(one);
    else this.#waiting.set(tenant, [one]);
    this.#sweep ??= setTimeout(() => this.#giveUpLate(), this.#limits.maxWaitMs).unref();
    const how = await promise;
    connection?.off('close', hangUp);
    if (how === 'HUNG_UP') throw new HungUp();
    if (how === 'LATE')
      throwRefusal('TooManyAttempts', {}, { 'retry-after': String(Math.ceil(this.#limits.maxWaitMs / 1_000)) });
    if (how === 'UNAVAILABLE') throwRefusal('Unavailable', {}, RETRY_AFTER);
  }

  /** Starts waiting requests while there is capacity, round-robin. */
  #startWaiting(): void {
    for (let begun = true; begun; ) {
      begun = false;
      for (const [tenant, waiting] of [...this.#waiting]) {
        if (!this.#hasCapacity(tenant)) continue;
        this.#waiting.delete(tenant);
        const next = waiting.shift()!;
        if (waiting.length > 0) this.#waiting.set(tenant, waiting);
        this.#start(tenant);
        next.end('BEGUN');
        begun = true;
      }
    }
  }

  #abandon(tenant: string, one: Waiting): void {
    const waiting = this.#waiting.get(tenant);
    const index = waiting?.indexOf(one) ?? -1;
    // Its turn may have begun at the same moment.
    if (!waiting || index < 0) return;
    waiting.splice(index, 1);
    if (waiting.length === 0) this.#waiting.delete(tenant);
    one.end('HUNG_UP');
  }

  #giveUpLate(): void {
    const latest = performance.now() - this.#limits.maxWaitMs;
    let oldest = Infinity;
    for (const [tenant, waiting] of this.#waiting) {
      const left = waiting.filter((one) => one.since > latest);
      for (const one of waiting) if (one.since <= latest) one.end('LATE');
      for (const { since } of left) oldest = Math.min(oldest, since);
      if (left.length > 0) this.#waiting.set(tenant, left);
      else this.#waiting.delete(tenant);
    }
    this.#sweep = oldest === Infinity ? undefined : setTimeout(() => this.#giveUpLate(), oldest - latest).unref();
  }
}
