import pLimit from 'p-limit';
import { throwRefusal } from '../http/problem-of.ts';

/** Maximum number of waiting pictures; each is in memory. */
const MAX_WAITING = 16;

/** Processes one picture at a time: decoding a large one takes a core and 200 MB. */
export class PictureTurns {
  readonly #oneAtATime = pLimit(1);

  /** Runs the work when its turn has come. Throws 429 when too many wait. */
  async take<Made>(work: () => Promise<Made>): Promise<Made> {
    const { activeCount, pendingCount } = this.#oneAtATime;
    if (activeCount + pendingCount > MAX_WAITING) throwRefusal('TooManyAttempts', {}, { 'retry-after': '5' });
    return this.#oneAtATime(work);
  }
}
