import { setTimeout as sleep } from 'node:timers/promises';
import { throwRefusal } from './problem-of.ts';

/** Bodies of more characters than this wait for their turn to be read. */
export const LARGE = 65_536;
/** After one has been read, none is for so many times as long: seven parts in eight of the time are left for everybody else. */
const REST = 7;
/** What an organization may have waiting; each holds its text. */
const MOST_WAITING = 8;

/**
 * Lets large bodies be read one at a time, with a rest after each, organizations in turn. To read a megabyte of JSON takes
 * ten milliseconds in which nobody else gets anything; many of them at once would leave nothing for others.
 */
export class LargeBodies {
  /** By whose they are; whoever has had a turn goes to the end. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  /**
   * Reads a body when its turn has come; at once when no other waits.
   * @param whose an organization, or a person without one.
   * @returns what `read` gives, or its fault. Ends the request with 429 when they have too many waiting.
   */
  async inTurn<Body>(whose: string, read: () => Body): Promise<Body> {
    if (this.#isBusy) await this.#turnOf(whose);
    this.#isBusy = true;
    const from = performance.now();
    try {
      return read();
    } finally {
      void sleep((performance.now() - from) * REST, undefined, { ref: false }).then(() => this.#next());
    }
  }

  #turnOf(whose: string): Promise<void> {
    const queue = this.#waiting.get(whose) ?? [];
    if (queue.length >= MOST_WAITING) throwRefusal('TooManyAttempts', {}, { 'retry-after': '2' });
    this.#waiting.set(whose, queue);
    return new Promise((resume) => queue.push(resume));
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#isBusy = false;
      return;
    }
    const [whose, queue] = first;
    const resume = queue.shift()!;
    this.#waiting.delete(whose);
    if (queue.length > 0) this.#waiting.set(whose, queue);
    resume();
  }
}
