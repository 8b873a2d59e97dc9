import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PictureTurns } from './picture-turns.ts';

test('pictures are made one at a time, in order and each in the context of its request; one that fails holds up none', async () => {
  const turns = new PictureTurns();
  const request = new AsyncLocalStorage<string>();
  const seen: string[] = [];
  let underWay = 0;
  const made = ['first', 'second', 'third'].map((name) =>
    request.run(name, () =>
      turns.take(async () => {
        expect(++underWay).toBe(1);
        await sleep(2);
        underWay--;
        seen.push(request.getStore()!);
        if (name === 'second') throw new Error('broken');
        return name;
      }),
    ),
  );
  expect(await Promise.allSettled(made)).toMatchObject([
    { value: 'first' },
    { status: 'rejected' },
    { value: 'third' },
  ]);
  expect(seen).toEqual(['first', 'second', 'third']);
});

test('with one under way and sixteen waiting the next is refused, until one is done', async () => {
  const turns = new PictureTurns();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const taken = Array.from({ length: 17 }, () => turns.take(() => end));
  await expect(turns.take(() => end)).rejects.toThrow();
  resolve();
  await Promise.all(taken);
  await expect(turns.take(async () => 'made')).resolves.toBe('made');
});
