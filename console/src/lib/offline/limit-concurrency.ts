/** Lets so many do their work at a time, the first that came first; whoever is not wanted any more by then does none. */
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
