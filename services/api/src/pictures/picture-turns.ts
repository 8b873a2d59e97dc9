import pLimit from 'p-limit';
import { throwRefusal } from '../http/problem-of.ts';

/** Files that may wait; each holds its bytes. */
const MOST_WAITING = 16;

/** Lets one picture be made at a time: to decode a large one takes a core, and 200 MB. */
export class PictureTurns {
  readonly #oneAtATime = pLimit(1);

  /** Does the work when its turn has come. Ends the request with 429 when too many wait. */
  async take<Made>(work: () => Promise<Made>): Promise<Made> {
    const { activeCount, pendingCount } = this.#oneAtATime;
    if (activeCount + pendingCount > MOST_WAITING) throwRefusal('TooManyAttempts', {}, { 'retry-after': '5' });
    return this.#oneAtATime(work);
  }
}
