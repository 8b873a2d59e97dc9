import { setTimeout as sleep } from 'node:timers/promises';
import { throwRefusal } from '../problem-of.ts';

/** Length in characters above which bodies are parsed in turn. */
export const LARGE = 65_536;
/** Pause after a parse, as a multiple of its duration: leaves seven eighths of the time to other work. */
const REST = 7;
/** Maximum number of waiting bodies per organization; each holds its text in memory. */
const MAX_WAITING = 8;

/**
 * Parses large bodies one at a time, with a pause after each, round-robin by organization. Parsing a megabyte of JSON
 * blocks the process for ten milliseconds; many at once would starve all other requests.
 */
export class LargeBodies {
  /** Waiting bodies by owner; after a turn an owner moves to the end. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  /**
   * Parses a body when its turn has come; at once when no other waits.
   * @param owner an organization, or a person without one.
   * @returns the result of `read`, or its error. Throws 429 when the owner has too many waiting.
   */
  async inTurn<Body>(owner: string, read: () => Body): Promise<Body> {
    if (this.#isBusy) await this.#turnOf(owner);
    this.#isBusy = true;
    const from = performance.now();
    try {
      return read();
    } finally {
      void sleep((performance.now() - from) * REST, undefined, { ref: false }).then(() => this.#next());
    }
  }

  #turnOf(owner: string): Promise<void> {
    const queue = this.#waiting.get(owner) ?? [];
    if (queue.length >= MAX_WAITING) throwRefusal('TooManyAttempts', {}, { 'retry-after': '2' });
    this.#waiting.set(owner, queue);
    return new Promise((resume) => queue.push(resume));
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#isBusy = false;
      return;
    }
    const [owner, queue] = first;
    const resume = queue.shift()!;
    this.#waiting.delete(owner);
    if (queue.length > 0) this.#waiting.set(owner, queue);
    resume();
  }
}
