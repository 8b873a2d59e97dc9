import { AsyncLocalStorage } from 'node:async_hooks';
import { FileTurns } from './turns.ts';

test('one turn at a time, in the context of its caller; it ends when the work is done, fails or gives it up', async () => {
  const turns = new FileTurns();
  const request = new AsyncLocalStorage<string>();
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const take = (name: string, work: (giveUp: () => void) => Promise<unknown>) =>
    request.run(name, () =>
      turns.take((giveUp) => {
        begun.push(request.getStore()!);
        return work(giveUp);
      }),
    );
  const settle = () => new Promise((done) => setImmediate(done));

  const one = take('one', () => first.promise);
  const two = take('two', (giveUp) => second.promise.then(giveUp).then(() => new Promise(() => undefined)));
  const three = take('three', async () => Promise.reject(new Error('broken')));
  const four = take('four', async () => 'done');
  three.catch(() => undefined);
  await settle();
  expect(begun).toEqual(['one']);
  first.resolve();
  await one;
  await settle();
  expect(begun).toEqual(['one', 'two']);
  second.resolve();
  await expect(three).rejects.toThrow('broken');
  await expect(four).resolves.toBe('done');
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
  void two;
});
