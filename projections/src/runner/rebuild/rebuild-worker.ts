import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Portion, Taken } from './first-pages.ts';
import type { Generation } from '../tables/generation.ts';

/** What the worker thread needs to open its own connections. */
export interface RebuildWorkerData {
  readonly projectorUrl: string;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
  readonly pageSize: number;
}

/**
 * Messages to the worker: a portion for each request, or that there is none; and once the generations of the product's
 * read models.
 */
export type ParentMessage = { readonly portion: Portion | undefined } | { readonly sets: readonly Generation[] };

/** Messages from the worker: a request for a portion, or finally what it took. */
export type WorkerMessage = 'next' | Taken;

/** Lets a worker thread take portions until `next` has none left. Rejects with the worker's error. */
export function rebuildInWorker(
  work: RebuildWorkerData,
  next: () => Portion | undefined,
  sets: Promise<readonly Generation[]>,
): Promise<Taken> {
  // Same extension as this file: tests run the source.
  const worker = new Worker(new URL(`./rebuild-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: work,
  });
  return new Promise((resolve, reject) => {
    let taken: Taken = { events: 0, reached: [], left: [] };
    const tell = (message: ParentMessage): void => worker.postMessage(message);
    const giveUp = (error: unknown): void => void worker.terminate().finally(() => reject(error));
    sets.then((made) => tell({ sets: made })).catch(giveUp);
    worker.on('message', (message: WorkerMessage) => {
      if (message === 'next') tell({ portion: next() });
      else taken = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve(taken) : reject(new Error(`The second thread of a rebuild ended with ${code}`)),
    );
  });
}
