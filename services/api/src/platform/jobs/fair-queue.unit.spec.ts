import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from './fair-queue.ts';

/** A queue whose work ends when the test says so. */
function scene(limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  let now = 0;
  const queue = new FairQueue(
    { running: 1, runningPerOrganization: 1, waitingPerOrganization: 100, ...limits },
    () => now,
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (organization: string, name: string, lane = 'files', signal?: AbortSignal) =>
    queue.run({ organization, lane, signal }, async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      await promise;
      return name;
    });
  const end = async (name: string, tookMs: number) => {
    now += tookMs;
    ends.get(name)!();
    await nextTurn();
  };
  return { begun, work, end };
}

test('jobs of organizations that use the same time take turns, however many one of them has', async () => {
  const { begun, work, end } = scene();
  for (const name of ['a1', 'a2', 'a3']) void work('A', name);
  for (const name of ['b1', 'b2']) void work('B', name);
  void work('C', 'c1');
  for (let count = 0; count < 6; count++) {
    await nextTurn();
    await end(begun.at(-1)!, 100);
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an organization whose jobs are slow waits for the others, and they for one job of its own', async () => {
  const { begun, work, end } = scene();
  for (const name of ['slow1', 'slow2', 'slow3']) void work('A', name);
  for (const name of ['b1', 'b2', 'b3', 'b4']) void work('B', name);
  await nextTurn();
  await end('slow1', 10_000);
  for (const name of ['b1', 'b2', 'b3', 'b4']) await end(name, 100);
  expect(begun).toEqual(['slow1', 'b1', 'b2', 'b3', 'b4', 'slow2']);
});

test('an organization that did nothing for long has saved no time for it', async () => {
  const { begun, work, end } = scene();
  void work('A', 'a1');
  void work('A', 'a2');
  await nextTurn();
  await end('a1', 10_000);
  void work('A', 'a3');
  void work('B', 'b1');
  void work('B', 'b2');
  await end('a2', 10_000);
  await end('b1', 15_000);
  await end('a3', 1);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('one organization has one running job of a kind, and leaves room for others', async () => {
  const { begun, work, end } = scene({ running: 4, runningPerOrganization: 2 });
  for (const name of ['a1', 'a2']) void work('A', name, 'files');
  for (const name of ['a3', 'a4']) void work('A', name, 'tables');
  void work('A', 'a5', 'pictures');
  void work('B', 'b1', 'files');
  await nextTurn();
  expect(begun).toEqual(['a1', 'a3', 'b1']);
  await end('a3', 10);
  expect(begun).toEqual(['a1', 'a3', 'b1', 'a4']);
  await end('a1', 10);
  expect(begun).toEqual(['a1', 'a3', 'b1', 'a4', 'a2']);
});

test('beyond a number of waiting jobs of one organization the answer is 429, and the others are not affected', async () => {
  const { begun, work, end } = scene({ waitingPerOrganization: 2 });
  const accepted = [work('A', 'a1'), work('A', 'a2'), work('A', 'a3')];
  await expect(work('A', 'a4')).rejects.toMatchObject({ refusal: { refused: 'TooManyAttempts' } });
  void work('B', 'b1');
  await nextTurn();
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name, 10);
  expect(await Promise.all(accepted)).toEqual(['a1', 'a2', 'a3']);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('who hangs up while waiting leaves the queue, and work that fails ends its turn', async () => {
  const { begun, work, end } = scene();
  const hangUp = new AbortController();
  void work('A', 'a1');
  const left = work('A', 'a2', 'files', hangUp.signal);
  void work('A', 'a3');
  await nextTurn();
  hangUp.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await end('a1', 10);
  expect(begun).toEqual(['a1', 'a3']);
  await end('a3', 10);
  const queue = new FairQueue({ running: 1, runningPerOrganization: 1, waitingPerOrganization: 1 });
  const failing = () => queue.run({ organization: 'A', lane: 'files' }, () => Promise.reject(new Error('broken')));
  await expect(failing()).rejects.toThrow('broken');
  await expect(queue.run({ organization: 'A', lane: 'files' }, () => Promise.resolve('next'))).resolves.toBe('next');
});
