import { AsyncResource } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';

/** How long a refresh waits for others to join. It starts when a quarter of the value's lifetime is left. */
const COLLECT_MS = 40;

/**
 * Batches refreshes of cached values into one pipelined read. A process refreshes each active person's permissions
 * several times a second; a transaction for each, on a connection that has to be woken, costs more than the queries.
 */
@Injectable()
export class RefreshBatcher {
  /**
   * Runs outside any request's async context, so that a request's pinned read-model sets do not leak into shared
   * refreshes.
   */
  readonly #detached = new AsyncResource('renewals');
  #waiting: (() => void)[] = [];

  constructor(@Inject(ReadModelReader) private readonly reader: Pick<ReadModelReader, 'batched'>) {}

  /** Whether a batch is being collected. */
  get areGathered(): boolean {
    return this.#waiting.length > 0;
  }

  /** Runs `load` with the next batch. @throws what `load` throws. */
  join<T>(load: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setTimeout(() => this.#flush(), COLLECT_MS);
      this.#waiting.push(() => load().then(resolve, reject));
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#detached.runInAsyncScope(() => {
      this.reader.batched(() => {
        for (const load of batch) load();
      });
    });
  }
}
