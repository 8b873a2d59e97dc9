import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A password to hash, or to hold against a hash. */
export type Asked =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** What came of it: a hash, or whether it matches; or why neither. */
export type Told = { readonly done: string | boolean } | { readonly fault: string };

interface Work {
  readonly asked: Asked;
  resolve(done: string | boolean): void;
  reject(fault: Error): void;
}

/** One that does nothing just now. */
const idle: Worker[] = [];
const working = new Map<Worker, Work>();

/**
 * Hashes in threads of low priority: a hash takes a core for a tenth of a second, and whoever works on with the product is not
 * to wait for those who come in. There are as many as have worked at once; `PasswordTurns` says how many that is.
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
  // The same kind of file as this one: in tests it is a source.
  const thread = new Worker(new URL(`./password-thread${extname(import.meta.url)}`, import.meta.url));
  thread.on('message', (told: Told) => {
    const work = working.get(thread);
    working.delete(thread);
    thread.unref();
    idle.push(thread);
    if ('fault' in told) work?.reject(new Error(told.fault));
    else work?.resolve(told.done);
  });
  thread.on('error', (fault) => drop(thread)?.reject(fault as Error));
  // It ends when it had nothing to do; what it was given in that moment another one does.
  thread.on('exit', () => {
    const undone = drop(thread);
    if (undone) begin(undone);
  });
  return thread;
}

/** Answers what it has not done. */
function drop(thread: Worker): Work | undefined {
  const index = idle.indexOf(thread);
  if (index >= 0) idle.splice(index, 1);
  const work = working.get(thread);
  working.delete(thread);
  return work;
}
