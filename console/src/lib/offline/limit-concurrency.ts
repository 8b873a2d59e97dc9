/**
 * Returns a function that runs at most `count` tasks at a time, first come first served. A task whose signal is aborted
 * while it waits does not run.
 */
export function limitConcurrency(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <Done>(work: () => Promise<Done>, signal?: AbortSignal): Promise<Done> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
