import { setTimeout as sleep } from 'node:timers/promises';
import { BrieflyKnown } from './briefly-known.ts';

function counting({ ttl = 30, max = 10, fails = () => false }: { ttl?: number; max?: number; fails?: () => boolean } = {}) {
  const asked: string[] = [];
  const known = new BrieflyKnown<string>(
    async (key) => {
      asked.push(key);
      if (fails()) throw new Error('away');
      return `${key} ${asked.length}`;
    },
    { ttl, max },
  );
  return { asked, known };
}

test('those who ask at once, or soon after, share one question', async () => {
  const { asked, known } = counting();
  expect(await Promise.all([known.of('a'), known.of('a'), known.of('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect(await known.of('a')).toBe('a 1');
  expect(asked).toEqual(['a', 'b']);
});

test('an answer is never older than it may be', async () => {
  const { known } = counting({ ttl: 40 });
  let answer = '';
  let learned = 0;
  for (const until = performance.now() + 400; performance.now() < until; await sleep(3)) {
    const before = performance.now();
    const now = await known.of('a');
    if (now !== answer) [answer, learned] = [now, before];
    // A timer is a hair early.
    expect(performance.now() - learned).toBeLessThan(60);
    if (before - learned > 41) throw new Error('An old answer was given');
  }
});

test('a fault is not remembered, and what is forgotten is asked for again', async () => {
  let isAway = true;
  const { asked, known } = counting({ fails: () => isAway });
  await expect(known.of('a')).rejects.toThrow('away');
  isAway = false;
  await known.of('a');
  known.forget('a');
  await known.of('a');
  expect(asked).toEqual(['a', 'a', 'a']);
});

test('with more keys than it may hold it goes on answering', async () => {
  const { known } = counting({ max: 3 });
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
  for (const key of [...keys, ...keys]) expect(await known.of(key)).toMatch(key);
});
