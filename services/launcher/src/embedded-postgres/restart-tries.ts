/** How often PostgreSQL is started again before there is something wrong that a start does not put right. */
const MAX_TRIES = 5;
const WINDOW_MS = 600_000;

/** The tries of the last ten minutes. */
export class RestartTries {
  readonly #most: number;
  #at: number[] = [];

  /** @param most none at all by 0. */
  constructor(most: number = MAX_TRIES) {
    this.#most = most;
  }

  /** Counts a try at this time (milliseconds, a clock that only goes forward); false when there were too many. */
  take(now: number): boolean {
    this.#at = this.#at.filter((at) => now - at < WINDOW_MS);
    if (this.#at.length >= this.#most) return false;
    this.#at.push(now);
    return true;
  }

  get taken(): number {
    return this.#at.length;
  }
}
