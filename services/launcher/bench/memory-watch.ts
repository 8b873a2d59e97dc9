import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningApi } from '../../api/test/running-api.ts';

/** How much more memory a process holds at most while something is done, in MB. @param everyMs how often it is looked. */
export async function memoryWhile<Result>(api: RunningApi, everyMs: number, work: () => Promise<Result>): Promise<{ result: Result; more: number }> {
  const before = api.memory();
  let more = 0;
  let isOver = false;
  const watched = (async () => {
    for (; !isOver; await sleep(everyMs)) more = Math.max(more, api.memory() - before);
  })();
  const result = await work().finally(() => (isOver = true));
  await watched;
  return { result, more };
}
