import pLimit from 'p-limit';

/** Runs one piece of work at a time, such as what has a file in memory. */
export class FileTurns {
  readonly #oneAtATime = pLimit(1);

  /** Runs the work when its turn has come. */
  take<Done>(work: () => Promise<Done>): Promise<Done> {
    return this.#oneAtATime(work);
  }
}
