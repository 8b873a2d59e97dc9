import { AsyncLocalStorage } from 'node:async_hooks';
import { RefreshBatcher } from './refresh-batcher.ts';

/** Records what was read together. */
function collecting() {
  const batches: string[][] = [];
  const renewals = new RefreshBatcher({
    batched: (work) => {
      batches.push([]);
      return work();
    },
  });
  const ask = (what: string) => () => {
    batches.at(-1)!.push(what);
    return what.startsWith('!') ? Promise.reject(new Error(what)) : Promise.resolve(what);
  };
  return { together: batches, join: (what: string) => renewals.join(ask(what)) };
}

test('what is to be renewed within a moment is asked for together, and each hears of its own', async () => {
  const { together, join } = collecting();
  const settled = await Promise.allSettled(['a', '!b', 'c'].map(join));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'a',
    '!b',
    'c',
  ]);
  expect(await join('later')).toBe('later');
  expect(together).toEqual([['a', '!b', 'c'], ['later']]);
});

test('a batch does not run in the async context of a request', async () => {
  const request = new AsyncLocalStorage<string>();
  const renewals = new RefreshBatcher({ batched: (work) => work() });
  const seen = await request.run('of one request', () => renewals.join(async () => request.getStore() ?? 'of nobody'));
  expect(seen).toBe('of nobody');
});
