import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { Asked, Told } from './password-threads.ts';

// Runs in a thread of its own (`password-threads.ts`): does one piece of work after the other, and ends when it had none for a while.
//
// Of the library's versions 2.0.2 keeps the memory of one hash for the next. From 2.1 on each hash maps 46 MiB of huge pages and
// gives them back: it takes half the time itself, but while people sign in, everybody else waits for the kernel (bench P16: 9
// times the usual instead of 1.6).

/** What everybody waits for goes first: hashing takes what the rest of the machine leaves, and a share of it at least. */
const NICENESS = 5;
const IDLE_MS = 30_000;

// On Linux the priority is the thread's; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(0, NICENESS);

const port = parentPort!;
const idle = setTimeout(() => port.close(), IDLE_MS);

function answer(asked: Asked): Told {
  try {
    return {
      done: 'stored' in asked ? verifySync(asked.stored, asked.password) : hashSync(asked.password, asked.options),
    };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
}

port.on('message', (asked: Asked) => {
  port.postMessage(answer(asked));
  idle.refresh();
});
