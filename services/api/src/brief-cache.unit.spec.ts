import { BriefCache } from './brief-cache.ts';

function counting({ ttl = 10_000, max = 10, fails = () => false }: { ttl?: number; max?: number; fails?: () => boolean } = {}) {
  const asked: string[] = [];
  const known = new BriefCache<string>(
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

test('an answer is never older than it may be, nor asked for anew before', async () => {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  try {
    const { asked, known } = counting({ ttl: 40 });
    const learned = new Map<string, number>();
    for (; now < 2_000; now += 7) {
      for (const key of now % 3 ? ['a'] : ['a', 'b']) {
        const answer = await known.of(key);
        if (!learned.has(answer)) learned.set(answer, now);
        expect(now - learned.get(answer)!).toBeLessThan(40);
      }
    }
    expect(asked.filter((key) => key === 'a').length).toBe(Math.ceil(143 / 6));
  } finally {
    performance.now = clock;
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
