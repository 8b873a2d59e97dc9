import { AsyncResource } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';

/** So long a renewal waits for others. It is begun a quarter of an answer's time before that is over. */
const GATHERED_FOR_MS = 40;

/**
 * Has what is remembered for a moment renewed together: of each person at work a process asks several times a second what they
 * may do, and to begin a transaction for each, on a connection that has to be woken, costs more than the questions.
 */
@Injectable()
export class Renewals {
  /** No request's: what one reads from, or gathers for itself, is not for others. */
  readonly #nobodys = new AsyncResource('renewals');
  #waiting: (() => void)[] = [];

  constructor(@Inject(ReadModelReader) private readonly reader: Pick<ReadModelReader, 'together'>) {}

  /** Whether some wait by now. */
  get areGathered(): boolean {
    return this.#waiting.length > 0;
  }

  /** Asks before long. @throws what `ask` does. */
  join<T>(ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setTimeout(() => this.#ask(), GATHERED_FOR_MS);
      this.#waiting.push(() => ask().then(resolve, reject));
    });
  }

  #ask(): void {
    const asked = this.#waiting;
    this.#waiting = [];
    this.#nobodys.runInAsyncScope(() => {
      this.reader.together(() => {
        for (const ask of asked) ask();
      });
    });
  }
}
