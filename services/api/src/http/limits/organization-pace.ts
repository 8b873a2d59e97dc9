import { setTimeout as sleep } from 'node:timers/promises';
import { throwRefusal } from '../problems/problem-of.ts';

const SECOND_MS = 1_000;
/** Maximum delay of a request; beyond it the answer is 429. */
const MAX_WAIT_MS = 2_000;
/** Number of entries above which idle organizations are removed. */
const FORGET_ABOVE = 1_000;

/**
 * Rate limiter per organization: allows a burst of one second's requests and delays the excess until it is due (generic
 * cell rate algorithm, ITU-T I.371, with a queue).
 */
export class OrganizationPace {
  readonly #intervalMs: number;
  readonly #now: () => number;
  /** Theoretical arrival time by organization: when its allowance is used up. */
  readonly #usedUpAt = new Map<string, number>();

  /** @param now monotonic clock in milliseconds. */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#intervalMs = SECOND_MS / perSecond;
    this.#now = now;
  }

  /**
   * Counts a request: undefined when it may proceed, else resolves when it may. Throws 429 without counting it when it
   * would have to wait for more than two seconds.
   */
  admit(tenant: string): Promise<void> | undefined {
    const wait = this.waitOf(tenant);
    return wait > 0 ? sleep(wait) : undefined;
  }

  /** Counts a request. Returns its delay in milliseconds. */
  waitOf(tenant: string): number {
    const now = this.#now();
    const usedUpAt = Math.max(this.#usedUpAt.get(tenant) ?? 0, now);
    const wait = usedUpAt + this.#intervalMs - SECOND_MS - now;
    if (wait > MAX_WAIT_MS)
      throwRefusal('TooManyAttempts', {}, { 'retry-after': String(Math.ceil((wait - MAX_WAIT_MS) / SECOND_MS)) });
    if (this.#usedUpAt.size >= FORGET_ABOVE && !this.#usedUpAt.has(tenant)) this.#forget(now);
    this.#usedUpAt.set(tenant, usedUpAt + this.#intervalMs);
    return Math.max(0, wait);
  }

  #forget(now: number): void {
    for (const [tenant, usedUpAt] of this.#usedUpAt) if (usedUpAt <= now) this.#usedUpAt.delete(tenant);
  }
}
