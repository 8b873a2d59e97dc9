import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A job: a password to hash, or to compare with a hash. */
export type HashJob =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Its result: a hash, or whether it matches; or the error. */
export type HashResult = { readonly done: string | boolean } | { readonly error: string };

interface Work {
  readonly job: HashJob;
  resolve(done: string | boolean): void;
  reject(error: Error): void;
}

/** Idle threads. */
const idle: Worker[] = [];
const working = new Map<Worker, Work>();

/**
 * Hashes in threads of low priority: a hash takes a core for a tenth of a second, and signed-in users must not wait for
 * people who sign in. Threads are started on demand; `PasswordQueue` limits their number.
 */
export function inPasswordThread<Done extends string | boolean>(job: HashJob): Promise<Done> {
  return new Promise((resolve, reject) => begin({ job, resolve: (done) => resolve(done as Done), reject }));
}

function begin(work: Work): void {
  const thread = idle.pop() ?? open();
  working.set(thread, work);
  thread.ref();
  thread.postMessage(work.job);
}

function open(): Worker {
  // Has the extension of this file: in tests both are TypeScript sources.
  const thread = new Worker(new URL(`./password-thread${extname(import.meta.url)}`, import.meta.url));
  thread.on('message', (result: HashResult) => {
    const work = working.get(thread);
    working.delete(thread);
    thread.unref();
    idle.push(thread);
    if ('error' in result) work?.reject(new Error(result.error));
    else work?.resolve(result.done);
  });
  thread.on('error', (error) => drop(thread)?.reject(error as Error));
  // An idle thread exits; a job that it was given at that moment goes to another one.
  thread.on('exit', () => {
    const undone = drop(thread);
    if (undone) begin(undone);
  });
  return thread;
}

/** Removes a thread and returns its unfinished job. */
function drop(thread: Worker): Work | undefined {
  const index = idle.indexOf(thread);
  if (index >= 0) idle.splice(index, 1);
  const work = working.get(thread);
  working.delete(thread);
  return work;
}
