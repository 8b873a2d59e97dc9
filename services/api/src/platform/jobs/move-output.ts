import type { Transferable } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';

/** Moves buffers in a job's output out of the thread instead of copying them. Runs in a thread. */
export const moveOutput = <Output>(output: Output, buffers: readonly Transferable[]): Output =>
  move({
    get [transferableSymbol]() {
      return buffers;
    },
    get [valueSymbol]() {
      return output;
    },
  } as never) as Output;
