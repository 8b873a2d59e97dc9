import { throwRefusal } from '../http/problem-of.ts';

/** So many files a person may be sending at once. */
const MOST_AT_ONCE = 32;

/** Lets one file be judged at a time, since each is in memory meanwhile; and counts who sends how many. */
export class FileTurns {
  #last: Promise<unknown> = Promise.resolve();
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

  /** Does the work when its turn has come. */
  take<Done>(work: () => Promise<Done>): Promise<Done> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
