import { setTimeout as sleep } from 'node:timers/promises';
import { throwRefusal } from './problem-of.ts';

const SECOND_MS = 1_000;
/** Longer nobody waits: the answer is 429. */
const LONGEST_WAIT_MS = 2_000;
/** With more organizations those that have sent nothing for a while are forgotten. */
const MANY = 1_000;

/**
 * So many requests a second for each organization, as many of them at once; what is more waits until it is due (the generic
 * cell rate algorithm, ITU-T I.371, with a queue).
 */
export class OrganizationPace {
  readonly #intervalMs: number;
  readonly #now: () => number;
  /** By organization: when it will have used up all that it was allowed. */
  readonly #usedUpAt = new Map<string, number>();

  /** @param now in milliseconds, never backwards. */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#intervalMs = SECOND_MS / perSecond;
    this.#now = now;
  }

  /** Counts a request: undefined when it may go on, else resolves when it may. Ends it with 429 when it would have to wait for more than two seconds; it does not count then. */
  admit(tenant: string): Promise<void> | undefined {
    const wait = this.waitOf(tenant);
    return wait > 0 ? sleep(wait) : undefined;
  }

  /** Counts a request. Answers for how many milliseconds it has to wait. */
  waitOf(tenant: string): number {
    const now = this.#now();
    const usedUpAt = Math.max(this.#usedUpAt.get(tenant) ?? 0, now);
    const wait = usedUpAt + this.#intervalMs - SECOND_MS - now;
    if (wait > LONGEST_WAIT_MS)
      throwRefusal('TooManyAttempts', {}, { 'retry-after': String(Math.ceil((wait - LONGEST_WAIT_MS) / SECOND_MS)) });
    if (this.#usedUpAt.size >= MANY && !this.#usedUpAt.has(tenant)) this.#forget(now);
    this.#usedUpAt.set(tenant, usedUpAt + this.#intervalMs);
    return Math.max(0, wait);
  }

  #forget(now: number): void {
    for (const [tenant, usedUpAt] of this.#usedUpAt) if (usedUpAt <= now) this.#usedUpAt.delete(tenant);
  }
}
