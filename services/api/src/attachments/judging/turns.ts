import pLimit from 'p-limit';
import { throwRefusal } from '../../http/problem-of.ts';

/** Maximum concurrent uploads per person. */
const MAX_CONCURRENT = 32;

/** Checks one file at a time, since each is in memory, and limits each person's concurrent uploads. */
export class FileTurns {
  readonly #oneAtATime = pLimit(1);
  readonly #sending = new Map<string, number>();

  /** Runs the work as one of the person's uploads. Throws 429 when they have too many. */
  async asOneOf<Done>(userGuid: string, work: () => Promise<Done>): Promise<Done> {
    const sending = this.#sending.get(userGuid) ?? 0;
    if (sending >= MAX_CONCURRENT) throwRefusal('TooManyAttempts', {}, { 'retry-after': '5' });
    this.#sending.set(userGuid, sending + 1);
    try {
      return await work();
    } finally {
      const left = this.#sending.get(userGuid)! - 1;
      if (left > 0) this.#sending.set(userGuid, left);
      else this.#sending.delete(userGuid);
    }
  }

  /**
   * Runs the work when its turn has come. The turn ends when the work is done, or earlier when it calls `giveUp`
   * because it no longer holds a file in memory.
   */
  take<Done>(work: (giveUp: () => void) => Promise<Done>): Promise<Done> {
    const { promise: done, resolve: settle } = Promise.withResolvers<Done>();
    void this.#oneAtATime(() => {
      const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
      const working = Promise.resolve().then(() => work(giveUp));
      settle(working);
      return Promise.race([givenUp, working.catch(() => undefined)]);
    });
    return done;
  }
}
