import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Maximum additional memory of a process during an operation, in MB.
 * @param everyMs sampling interval.
 */
export async function memoryWhile<Result>(
  watched: { memory(): number },
  everyMs: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; more: number }> {
  const before = watched.memory();
  let more = 0;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(everyMs)) more = Math.max(more, watched.memory() - before);
  })();
  const result = await work().finally(() => (isOver = true));
  await watching;
  return { result, more };
}
