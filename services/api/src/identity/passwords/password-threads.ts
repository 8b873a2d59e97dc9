import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A job: a password to hash, or to compare with a hash. */
export type Asked =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Its result: a hash, or whether it matches; or the error. */
export type Told = { readonly done: string | boolean } | { readonly error: string };

interface Work {
  readonly asked: Asked;
  resolve(done: string | boolean): void;
  reject(error: Error): void;
}

/** Idle threads. */
const idle: Worker[] = [];
const working = new Map<Worker, Work>();

/**
 * Hashes in threads of low priority: a hash takes a core for a tenth of a second, and signed-in users must not wait for
 * people who sign in. Threads are started on demand; `PasswordTurns` limits their number.
 */
export function inPasswordThread<Done extends string | boolean>(asked: Asked): Promise<Done> {
  return new Promise((resolve, reject) => begin({ asked, resolve: (done) => resolve(done as Done), reject }));
}

function begin(work: Work): void {
  const thread = idle.pop() ?? open();
  working.set(thread, work);
  thread.ref();
  thread.postMessage(work.asked);
}

function open(): Worker {
  // Has the extension of this file: in tests both are TypeScript sources.
  const thread = new Worker(new URL(`./password-thread${extname(import.meta.url)}`, import.meta.url));
  thread.on('message', (told: Told) => {
    const work = working.get(thread);
    working.delete(thread);
    thread.unref();
    idle.push(thread);
    if ('error' in told) work?.reject(new Error(told.error));
    else work?.resolve(told.done);
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
