import pLimit from 'p-limit';

/** Checks one file at a time, since each is in memory. */
export class FileTurns {
  readonly #oneAtATime = pLimit(1);

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
