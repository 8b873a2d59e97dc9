import pLimit from 'p-limit';
import { throwRefusal } from '../../http/problem-of.ts';

/** So many files a person may be sending at once. */
const MOST_AT_ONCE = 32;

/** Lets one file be judged at a time, since each is in memory meanwhile; and counts who sends how many. */
export class FileTurns {
  readonly #oneAtATime = pLimit(1);
  readonly #sending = new Map<string, number>();

  /** Does the work while it counts as one of the person's. Ends the request with 429 when they send too many. */
  async asOneOf<Done>(userGuid: string, work: () => Promise<Done>): Promise<Done> {
    const sending = this.#sending.get(userGuid) ?? 0;
    if (sending >= MOST_AT_ONCE) throwRefusal('TooManyAttempts', {}, { 'retry-after': '5' });
    this.#sending.set(userGuid, sending + 1);
    try {
      return await work();
    } finally {
      const left = this.#sending.get(userGuid)! - 1;
      if (left > 0) this.#sending.set(userGuid, left);
      else this.#sending.delete(userGuid);
    }
  }

  /** Does the work when its turn has come, which lasts until the work is done, or says that it has no file in memory any more. */
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
