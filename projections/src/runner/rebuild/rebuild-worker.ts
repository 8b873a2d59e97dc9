import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Portion, Taken } from './first-pages.ts';
import type { Generation } from '../tables/generation.ts';

/** What a second thread opens for itself. */
export interface RebuildWorkerData {
  readonly projectorUrl: string;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
  readonly pageSize: number;
}

/** What it is told: a portion whenever it has asked for one, or that there is none; and once the sets of the product's own read models. */
export type ParentMessage = { readonly portion: Portion | undefined } | { readonly sets: readonly Generation[] };

/** What the thread says: that it has time for a portion, or in the end what it took. */
export type WorkerMessage = 'next' | Taken;

/** Lets another thread take portions until `next` has none left. Rejects with what went wrong there. */
export function rebuildInWorker(
  work: RebuildWorkerData,
  next: () => Portion | undefined,
  sets: Promise<readonly Generation[]>,
): Promise<Taken> {
  // The same kind of file as this one: in tests it is a source.
  const worker = new Worker(new URL(`./rebuild-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: work,
  });
  return new Promise((resolve, reject) => {
    let taken: Taken = { events: 0, reached: [], left: [] };
    const tell = (told: ParentMessage): void => worker.postMessage(told);
    const giveUp = (error: unknown): void => void worker.terminate().finally(() => reject(error));
    sets.then((made) => tell({ sets: made })).catch(giveUp);
    worker.on('message', (said: WorkerMessage) => {
      if (said === 'next') tell({ portion: next() });
      else taken = said;
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve(taken) : reject(new Error(`The second thread of a rebuild ended with ${code}`)),
    );
  });
}
