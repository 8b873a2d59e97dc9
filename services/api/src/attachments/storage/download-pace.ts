/** Pieces of downloads that are opened per turn of the event loop: half a megabyte takes less than a millisecond. */
const PIECES_PER_TURN = 4;

/**
 * Lets downloads take turns with all other work: however many are read at once, each turn of the event loop opens a few
 * pieces of files, in the order in which they were asked for.
 */
export class DownloadPace {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  /** Yields the pieces of a file, each when its turn has come. */
  async *of(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      await this.#turn();
      yield piece;
    }
  }

  #turn(): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push(begin);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const begin of this.#waiting.splice(0, PIECES_PER_TURN)) begin();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
