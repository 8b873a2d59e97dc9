import { throwRefusal } from '../http/problem-of.ts';

/** Files that may wait; each holds its bytes. */
const MOST_WAITING = 16;

/** Lets one picture be made at a time: to decode a large one takes a core, and 200 MB. */
export class PictureTurns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Does the work when its turn has come. Ends the request with 429 when too many wait. */
  async take<Made>(work: () => Promise<Made>): Promise<Made> {
    if (this.#waiting > MOST_WAITING) throwRefusal('TooManyAttempts', {}, { 'retry-after': '5' });
    this.#waiting++;
    const made = this.#last.then(work, work).finally(() => this.#waiting--);
    this.#last = made.catch(() => undefined);
    return made;
  }
}
