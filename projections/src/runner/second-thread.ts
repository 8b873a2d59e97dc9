import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Portion } from './first-pages.ts';

/** What a second thread opens for itself; it knows the product's own read models, by their names. */
export interface SecondThread {
  readonly projectorUrl: string;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
  readonly projections: readonly string[];
  readonly pageSize: number;
}

/** Lets another thread take portions until `next` has none left. Rejects with what went wrong there. */
export function takeInSecondThread(work: SecondThread, next: () => Portion | undefined): Promise<void> {
  const worker = new Worker(new URL(`./rebuild-thread${extname(import.meta.url)}`, import.meta.url), { workerData: work });
  return new Promise((resolve, reject) => {
    worker.on('message', () => worker.postMessage(next() ?? null));
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The second thread of a rebuild ended with ${code}`))));
  });
}
