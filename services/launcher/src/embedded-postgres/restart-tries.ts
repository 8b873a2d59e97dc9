/** Maximum restarts of PostgreSQL; more of them mean an error that a restart does not fix. */
const MAX_TRIES = 5;
const WINDOW_MS = 600_000;

/** Counts the restarts of the last ten minutes. */
export class RestartTries {
  readonly #maximum: number;
  #at: number[] = [];

  /** @param maximum none are allowed with 0. */
  constructor(maximum: number = MAX_TRIES) {
    this.#maximum = maximum;
  }

  /** Counts a restart at this time (milliseconds of a monotonic clock); false if there were too many. */
  take(now: number): boolean {
    this.#at = this.#at.filter((at) => now - at < WINDOW_MS);
    if (this.#at.length >= this.#maximum) return false;
    this.#at.push(now);
    return true;
  }

  get taken(): number {
    return this.#at.length;
  }
}
