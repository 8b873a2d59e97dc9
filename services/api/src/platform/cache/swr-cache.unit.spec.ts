import { SwrCache } from './swr-cache.ts';

function counting({
  ttl = 10_000,
  max = 10,
  fails = () => false,
}: {
  ttl?: number;
  max?: number;
  fails?: () => boolean;
} = {}) {
  const loads: string[] = [];
  const cache = new SwrCache<string>(
    async (key) => {
      loads.push(key);
      if (fails()) throw new Error('away');
      return `${key} ${loads.length}`;
    },
    { ttl, max },
  );
  return { loads, cache };
}

test('those who ask at once, or soon after, share one question', async () => {
  const { loads, cache } = counting();
  expect(await Promise.all([cache.of('a'), cache.of('a'), cache.of('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect(await cache.of('a')).toBe('a 1');
  expect(loads).toEqual(['a', 'b']);
});

/** Advances time in steps; every value is the time of its load. */
async function throughTime(
  ttl: number,
  until: number,
  step: (cache: SwrCache<number>, now: number) => Promise<void>,
): Promise<number[]> {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  const loads: number[] = [];
  const cache = new SwrCache<number>(
    async () => {
      loads.push(now);
      return now;
    },
    { ttl },
  );
  try {
    for (; now < until; now += 1) await step(cache, now);
    return loads;
  } finally {
    performance.now = clock;
  }
}

test('a value is never older than it may be, nor loaded again while it is fresh', async () => {
  const loads = await throughTime(40, 2_000, async (cache, now) => {
    if (now % 7 === 0) expect(now - (await cache.of('a'))).toBeLessThan(40);
  });
  // Of each seven steps the first in which the value is not fresh.
  expect(loads.length).toBe(Math.ceil(142 / 5));
});

test('who asks now and then is given a new answer, who asks often never waits', async () => {
  const rarely = await throughTime(40, 1_400, async (cache, now) => {
    if (now % 50 === 0) expect(await cache.of('a')).toBe(now);
  });
  expect(rarely.length).toBe(8);
  let first = true;
  await throughTime(40, 1_400, async (cache, now) => {
    const answer = await cache.of('a');
    if (!first) expect(answer).toBeLessThan(now);
    first = false;
  });
});

test('an entry deleted during its refresh is loaded again, and the refresh is discarded', async () => {
  const waiting: ((answer: string) => void)[] = [];
  const cache = new SwrCache<string>(() => new Promise((resolve) => waiting.push(resolve)), { ttl: 40 });
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  try {
    void cache.of('a');
    waiting[0]!('before');
    now += 31;
    expect(await cache.of('a')).toBe('before');
    cache.forget('a');
    const reloaded = cache.of('a');
    waiting[1]!('as it was');
    waiting[2]!('as it is');
    expect(await reloaded).toBe('as it is');
    expect(await cache.of('a')).toBe('as it is');
    expect(waiting.length).toBe(3);
  } finally {
    performance.now = clock;
  }
});

test('a batched refresh is as old as its load, and no read waits for it', async () => {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  const waiting: (() => void)[] = [];
  const renewals = {
    areGathered: false,
    join: <T>(load: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => void waiting.push(() => void load().then(resolve, reject))),
  };
  const cache = new SwrCache(async () => now, { ttl: 40, renewals });
  try {
    await cache.of('a');
    now = 1_032;
    expect(await cache.of('a')).toBe(1_000);
    now = 1_036;
    for (const load of waiting.splice(0)) load();
    await Promise.resolve();
    now = 1_060;
    expect(await cache.of('a')).toBe(1_036);
    now = 1_069;
    expect(await cache.of('a')).toBe(1_036);
    now = 1_077;
    // The refresh that waits since 1,069 has not started yet.
    expect(await cache.of('a')).toBe(1_077);
    expect(waiting.length).toBe(1);
  } finally {
    performance.now = clock;
  }
});

test('a failed refresh leaves the cached value until it expires', async () => {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  try {
    const { loads, cache } = counting({ ttl: 40, fails: () => now > 1_000 });
    await cache.of('a');
    for (now = 1_030; now < 1_040; now += 3) {
      expect(await cache.of('a')).toBe('a 1');
      await new Promise(setImmediate);
    }
    now = 1_041;
    await expect(cache.of('a')).rejects.toThrow('away');
    expect(loads.length).toBeGreaterThan(2);
  } finally {
    performance.now = clock;
  }
});

test('an error is not cached, and a deleted entry is loaded again', async () => {
  let isAway = true;
  const { loads, cache } = counting({ fails: () => isAway });
  await expect(cache.of('a')).rejects.toThrow('away');
  isAway = false;
  await cache.of('a');
  cache.forget('a');
  await cache.of('a');
  expect(loads).toEqual(['a', 'a', 'a']);
});

test('with more keys than it may hold it goes on answering', async () => {
  const { cache } = counting({ max: 3 });
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
  for (const key of [...keys, ...keys]) expect(await cache.of(key)).toMatch(key);
});

describe('by marks', () => {
  /** Cache with version tokens on a clock of its own: which loads were made, and with which token. */
  function versioned({ fails = () => false }: { fails?: () => boolean } = {}) {
    const loads: string[] = [];
    const is = { value: 'first', mark: 'one' as string | undefined };
    const cache = new SwrCache<string>(
      async (key) => {
        loads.push(key);
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
    return { loads, is, cache };
  }

  async function atTimes(
    cache: SwrCache<string>,
    times: Iterable<number>,
    at: (now: number, answer: string) => void,
  ): Promise<void> {
    const clock = performance.now;
    let now = 1_000;
    performance.now = () => now;
    try {
      for (now of times) {
        at(now, await cache.of('a'));
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
    const { loads, cache } = versioned();
    await atTimes(cache, often(1_000, 2_000), (_, answer) => expect(answer).toBe('first'));
    expect(loads).toEqual(['a', 'a']);
  });

  test('a value whose version changes is loaded again, and never older than it may be', async () => {
    const { loads, is, cache } = versioned();
    let [changed, visits, held] = [0, 0, 0];
    await atTimes(cache, often(1_000, 3_000), (now, answer) => {
      if (changed > 0 && now - changed >= 40) {
        expect(answer).toBe(is.value);
        held++;
      }
      if (++visits % 15 !== 0) return;
      changed = now;
      Object.assign(is, { value: `of ${now}`, mark: `mark ${now}` });
    });
    expect(held).toBeGreaterThan(100);
    expect(loads.length).toBeLessThan(50);
  });

  test('where there is no mark each renewal asks', async () => {
    const { loads, is, cache } = versioned();
    is.mark = undefined;
    await atTimes(cache, often(1_000, 1_400), () => undefined);
    expect(loads.length).toBeGreaterThan(9);
  });

  test('a mark that cannot be asked for keeps nothing', async () => {
    const { loads, cache } = versioned({ fails: () => true });
    await atTimes(cache, often(1_000, 1_400), () => undefined);
    expect(loads.length).toBeGreaterThan(8);
  });

  test('what changes although its mark does not is known within five seconds', async () => {
    const { is, cache } = versioned();
    await atTimes(cache, often(1_000, 9_000), (now, answer) => {
      if (now > 2_000) is.value = 'put right';
      if (now > 7_050) expect(answer).toBe('put right');
    });
  });
});

test('while a batch is collected a refresh joins it early, but not before half of its lifetime', async () => {
  const clock = performance.now;
  let now = 1_000;
  performance.now = () => now;
  const joined: number[] = [];
  const renewals = { areGathered: true, join: <T>(load: () => Promise<T>) => (joined.push(now), load()) };
  const cache = new SwrCache(async () => now, { ttl: 100, renewals });
  try {
    await cache.of('a');
    for (now = 1_001; now < 1_060; now++) await cache.of('a');
    expect(joined).toEqual([1_051]);
    renewals.areGathered = false;
    for (; now < 1_140; now++) await cache.of('a');
    expect(joined).toEqual([1_051, 1_127]);
  } finally {
    performance.now = clock;
  }
});
