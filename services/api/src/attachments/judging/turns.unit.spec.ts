import { AsyncLocalStorage } from 'node:async_hooks';
import { FileTurns } from './turns.ts';

test('one turn at a time, in the context of its caller; it ends when the work is done or fails', async () => {
  const turns = new FileTurns();
  const request = new AsyncLocalStorage<string>();
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const take = (name: string, work: () => Promise<unknown>) =>
    request.run(name, () =>
      turns.take(() => {
        begun.push(request.getStore()!);
        return work();
      }),
    );
  const settle = () => new Promise((done) => setImmediate(done));

  const one = take('one', () => first.promise);
  const two = take('two', async () => Promise.reject(new Error('broken')));
  const three = take('three', async () => 'done');
  two.catch(() => undefined);
  await settle();
  expect(begun).toEqual(['one']);
  first.resolve();
  await one;
  await expect(two).rejects.toThrow('broken');
  await expect(three).resolves.toBe('done');
  expect(begun).toEqual(['one', 'two', 'three']);
});
