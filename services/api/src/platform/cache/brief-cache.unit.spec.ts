import { BriefCache } from './brief-cache.ts';

function counting({
  ttl = 10_000,
  max = 10,
  fails = () => false,
}: {
  ttl?: number;
  max?: number;
  fails?: () => boolean;
} = {}) {
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

/** Advances time in steps; every value is the time of its load. */
async function throughTime(
  ttl: number,
  until: number,
  step: (known: BriefCache<number>, now: number) => Promise<void>,
): Promise<number[]> {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  const asked: number[] = [];
  const known = new BriefCache<number>(
    async () => {
      asked.push(now);
      return now;
    },
    { ttl },
  );
  try {
    for (; now < until; now += 1) await step(known, now);
    return asked;
  } finally {
    performance.now = clock;
  }
}

test('an answer is never older than it may be, nor asked for anew while it is fresh', async () => {
  const asked = await throughTime(40, 2_000, async (known, now) => {
    if (now % 7 === 0) expect(now - (await known.of('a'))).toBeLessThan(40);
  });
  // Of each seven steps the first in which the value is not fresh.
  expect(asked.length).toBe(Math.ceil(142 / 5));
});

test('who asks now and then is given a new answer, who asks often never waits', async () => {
  const rarely = await throughTime(40, 1_400, async (known, now) => {
    if (now % 50 === 0) expect(await known.of('a')).toBe(now);
  });
  expect(rarely.length).toBe(8);
  let first = true;
  await throughTime(40, 1_400, async (known, now) => {
    const answer = await known.of('a');
    if (!first) expect(answer).toBeLessThan(now);
    first = false;
  });
});

test('what is forgotten while it is being renewed is asked for again, and the renewal counts for nothing', async () => {
  const waiting: ((answer: string) => void)[] = [];
  const known = new BriefCache<string>(() => new Promise((resolve) => waiting.push(resolve)), { ttl: 40 });
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  try {
    void known.of('a');
    waiting[0]!('before');
    now += 31;
    expect(await known.of('a')).toBe('before');
    known.forget('a');
    const anew = known.of('a');
    waiting[1]!('as it was');
    waiting[2]!('as it is');
    expect(await anew).toBe('as it is');
    expect(await known.of('a')).toBe('as it is');
    expect(waiting.length).toBe(3);
  } finally {
    performance.now = clock;
  }
});

test('a renewal that waits for others is as old as its question, and nobody waits for it', async () => {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  const waiting: (() => void)[] = [];
  const renewals = {
    areGathered: false,
    join: <T>(ask: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => void waiting.push(() => void ask().then(resolve, reject))),
  };
  const known = new BriefCache(async () => now, { ttl: 40, renewals });
  try {
    await known.of('a');
    now = 1_032;
    expect(await known.of('a')).toBe(1_000);
    now = 1_036;
    for (const ask of waiting.splice(0)) ask();
    await Promise.resolve();
    now = 1_060;
    expect(await known.of('a')).toBe(1_036);
    now = 1_069;
    expect(await known.of('a')).toBe(1_036);
    now = 1_077;
    // The refresh that waits since 1,069 has not started yet.
    expect(await known.of('a')).toBe(1_077);
    expect(waiting.length).toBe(1);
  } finally {
    performance.now = clock;
  }
});

test('a renewal that fails leaves the known answer until its time is over', async () => {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  try {
    const { asked, known } = counting({ ttl: 40, fails: () => now > 1_000 });
    await known.of('a');
    for (now = 1_030; now < 1_040; now += 3) {
      expect(await known.of('a')).toBe('a 1');
      await new Promise(setImmediate);
    }
    now = 1_041;
    await expect(known.of('a')).rejects.toThrow('away');
    expect(asked.length).toBeGreaterThan(2);
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

describe('by marks', () => {
  /** Cache with version tokens on a clock of its own: which loads were made, and with which token. */
  function marked({ fails = () => false }: { fails?: () => boolean } = {}) {
    const asked: string[] = [];
    const is = { value: 'first', mark: 'one' as string | undefined };
    const known = new BriefCache<string>(
      async (key) => {
        asked.push(key);
        return is.value;
      },
      {
        ttl: 40,
        mark: async (key) => {
          if (fails()) throw new Error('away');
          return is.mark && `${is.mark} of ${key}`;
        },
      },
    );
    return { asked, is, known };
  }

  async function atTimes(
    known: BriefCache<string>,
    times: Iterable<number>,
    at: (now: number, answer: string) => void,
  ): Promise<void> {
    const clock = performance.now;
    let now = 1_000;
    performance.now = () => now;
    try {
      for (now of times) {
        at(now, await known.of('a'));
        // A refresh completes before the next read.
        await new Promise(setImmediate);
      }
    } finally {
      performance.now = clock;
    }
  }

  const often = function* (from: number, until: number): Generator<number> {
    for (let now = from; now < until; now += 7) yield now;
  };

  test('what is asked for often is asked once without a mark and once with one, then its mark alone', async () => {
    const { asked, known } = marked();
    await atTimes(known, often(1_000, 2_000), (_, answer) => expect(answer).toBe('first'));
    expect(asked).toEqual(['a', 'a']);
  });

  test('an answer whose mark changes is asked for anew, and never older than it may be', async () => {
    const { asked, is, known } = marked();
    let [changed, visits, held] = [0, 0, 0];
    await atTimes(known, often(1_000, 3_000), (now, answer) => {
      if (changed > 0 && now - changed >= 40) {
        expect(answer).toBe(is.value);
        held++;
      }
      if (++visits % 15 !== 0) return;
      changed = now;
      Object.assign(is, { value: `of ${now}`, mark: `mark ${now}` });
    });
    expect(held).toBeGreaterThan(100);
    expect(asked.length).toBeLessThan(50);
  });

  test('where there is no mark each renewal asks', async () => {
    const { asked, is, known } = marked();
    is.mark = undefined;
    await atTimes(known, often(1_000, 1_400), () => undefined);
    expect(asked.length).toBeGreaterThan(9);
  });

  test('a mark that cannot be asked for keeps nothing', async () => {
    const { asked, known } = marked({ fails: () => true });
    await atTimes(known, often(1_000, 1_400), () => undefined);
    expect(asked.length).toBeGreaterThan(8);
  });

  test('what changes although its mark does not is known within five seconds', async () => {
    const { is, known } = marked();
    await atTimes(known, often(1_000, 9_000), (now, answer) => {
      if (now > 2_000) is.value = 'put right';
      if (now > 7_050) expect(answer).toBe('put right');
    });
  });
});

test('while others are gathered a renewal goes along before it is due, but not before half of its time', async () => {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  const joined: number[] = [];
  const renewals = { areGathered: true, join: <T>(ask: () => Promise<T>) => (joined.push(now), ask()) };
  const known = new BriefCache(async () => now, { ttl: 100, renewals });
  try {
    await known.of('a');
    for (now = 1_001; now < 1_060; now++) await known.of('a');
    expect(joined).toEqual([1_051]);
    renewals.areGathered = false;
    for (; now < 1_140; now++) await known.of('a');
    expect(joined).toEqual([1_051, 1_127]);
  } finally {
    performance.now = clock;
  }
});
