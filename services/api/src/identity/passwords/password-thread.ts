import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashJob, HashResult } from './password-threads.ts';

// Runs in a thread of its own (`password-threads.ts`): executes jobs in sequence and exits when idle for a while.
//
// Version 2.0.2 of the library reuses the memory of one hash for the next. From 2.1 on each hash maps 46 MiB of huge
// pages and unmaps them: the hash takes half the time, but during sign-ins all other work waits for the kernel
// (benchmark P16: 9 times the usual instead of 1.6).

/** Low priority: hashing gets the CPU time that other work leaves, but at least a small share. */
const NICENESS = 5;
const IDLE_MS = 30_000;

// On Linux the priority applies to the thread; elsewhere it would apply to the whole process.
if (process.platform === 'linux') setPriority(0, NICENESS);

const port = parentPort!;
const idle = setTimeout(() => port.close(), IDLE_MS);

function answer(job: HashJob): HashResult {
  try {
    return {
      done: 'stored' in job ? verifySync(job.stored, job.password) : hashSync(job.password, job.options),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

port.on('message', (job: HashJob) => {
  port.postMessage(answer(job));
  idle.refresh();
});
