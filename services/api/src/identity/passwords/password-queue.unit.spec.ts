import { Refused } from '../../http/problems/problem-of.ts';
import { networksOf } from '../sign-in/network-of-address.ts';
import { MAX_WAITING, PasswordQueue, RESERVED_FOR_KNOWN, type QueuedRequest } from './password-queue.ts';

const AT_ONCE = 2;
const OTHERS = MAX_WAITING - RESERVED_FOR_KNOWN;

/** A queue whose jobs end when the test says so. */
class Scene {
  readonly queue = new PasswordQueue();
  readonly begun: string[] = [];
  readonly rejected: string[] = [];
  readonly #ends: (() => void)[] = [];

  come(name: string, address: string, more: Partial<QueuedRequest> = {}): void {
    const work = () => {
      this.begun.push(name);
      return new Promise<void>((end) => this.#ends.push(end));
    };
    this.queue.take({ networks: networksOf(address), isKnown: false, ...more }, work).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.refusal.refused !== 'Unavailable') throw error;
      this.rejected.push(name);
    });
  }

  many(count: number, name: string, addressOf: (index: number) => string, more: Partial<QueuedRequest> = {}): void {
    for (let index = 0; index < count; index++) this.come(`${name}${index}`, addressOf(index), more);
  }

  /** Ends jobs in sequence; returns the names of those that began because of that. */
  async end(count: number): Promise<string[]> {
    const before = this.begun.length;
    for (let index = 0; index < count; index++) {
      this.#ends.shift()?.();
      await settled();
    }
    return this.begun.slice(before);
  }
}

const settled = () => new Promise((done) => setImmediate(done));

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
  scene.many(AT_ONCE, 'running', () => '198.51.100.1');
});

describe('which password is verified next', () => {
  test('networks take turns, and within one the first is first', async () => {
    scene.many(4, 'flood', () => '203.0.113.1');
    scene.come('other', '192.0.2.1');
    scene.come('third', '192.0.2.2');
    expect(await scene.end(6)).toEqual(['flood0', 'other', 'flood1', 'third', 'flood2', 'flood3']);
  });

  test('all addresses of a /64 are one network', async () => {
    scene.many(4, 'flood', (index) => `2001:db8::${index + 1}`);
    scene.come('other', '2001:db8:0:1::1');
    expect(await scene.end(3)).toEqual(['flood0', 'other', 'flood1']);
  });

  test('so do the wider ones: many networks of one owner are one beside others', async () => {
    scene.many(20, 'flood', (index) => `2001:db8:${index.toString(16)}::1`);
    scene.come('other', '2a00:1450::1');
    expect((await scene.end(3)).indexOf('other')).toBeLessThan(2);
  });

  test('a network that comes later does not overtake one that waits for its second turn', async () => {
    scene.many(3, 'office', () => '192.0.2.1');
    expect(await scene.end(1)).toEqual(['office0']);
    scene.many(3, 'later', (index) => `203.${index}.113.1`);
    expect(await scene.end(2)).toEqual(['office1', 'later0']);
  });

  test('a known device waits for one turn of others, even beside a flood from its own network', async () => {
    scene.many(20, 'flood', () => '203.0.113.1');
    scene.come('known', '203.0.113.1', { isKnown: true });
    expect(await scene.end(1)).toEqual(['known']);
    scene.many(2, 'known', () => '203.0.113.1', { isKnown: true });
    expect(await scene.end(4)).toEqual(['flood0', 'known0', 'flood1', 'known1']);
  });
});

describe('when the queue is full', () => {
  test('the newest request of the network with most waiting is rejected, and those of others stay', async () => {
    scene.many(OTHERS, 'flood', () => '203.0.113.1');
    await settled();
    expect(scene.rejected).toEqual([]);
    scene.come('other', '192.0.2.1');
    await settled();
    expect(scene.rejected).toEqual([`flood${OTHERS - 1}`]);
    scene.come('one more', '203.0.113.1');
    await settled();
    expect(scene.rejected).toEqual([`flood${OTHERS - 1}`, 'one more']);
    expect(await scene.end(3)).toEqual(['flood0', 'other']);
  });

  test('of networks with as many, the wider one with most of them gives up a place', async () => {
    scene.many(OTHERS, 'flood', (index) => `2001:db8:${index.toString(16)}::1`);
    scene.many(5, 'other', (index) => `198.51.100.${index + 10}`);
    await settled();
    expect(scene.rejected).toEqual([1, 2, 3, 4, 5].map((last) => `flood${OTHERS - last}`));
  });

  test(`${RESERVED_FOR_KNOWN} places are left for known devices, and no more are theirs alone`, async () => {
    scene.many(OTHERS + 30, 'flood', () => '203.0.113.1');
    await settled();
    expect(scene.rejected).toHaveLength(30);
    scene.many(RESERVED_FOR_KNOWN, 'known', () => '203.0.113.1', { isKnown: true });
    await settled();
    expect(scene.rejected).toHaveLength(30);
    scene.come('one more', '203.0.113.1', { isKnown: true });
    await settled();
    expect(scene.rejected.slice(30)).toEqual(['one more']);
  });

  test('known devices may use the other places too', async () => {
    scene.many(MAX_WAITING, 'known', () => '203.0.113.1', { isKnown: true });
    await settled();
    expect(scene.rejected).toEqual([]);
    scene.come('stranger', '192.0.2.1');
    await settled();
    expect(scene.rejected).toHaveLength(1);
    expect(scene.rejected).not.toContain('stranger');
  });
});

test('while many wait one is verified at a time: a core is left for signed-in users', async () => {
  scene.many(OTHERS, 'flood', () => '203.0.113.1');
  expect(await scene.end(1)).toEqual([]);
  expect(await scene.end(1)).toEqual(['flood0']);
  expect(await scene.end(23)).toHaveLength(24);
});

test('a disconnected client leaves the queue, and its place to others', async () => {
  const leaving = new AbortController();
  scene.come('gone', '203.0.113.1', { gone: leaving.signal });
  scene.come('stays', '203.0.113.1');
  leaving.abort();
  await settled();
  expect(scene.rejected).toEqual(['gone']);
  expect(await scene.end(2)).toEqual(['stays']);
});

test('an error in one verification does not end the others', async () => {
  const queue = new PasswordQueue();
  const request = { networks: ['one'], isKnown: false };
  const failing = Array.from({ length: 5 }, () => queue.take(request, () => Promise.reject(new Error('away'))));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  await expect(queue.take(request, () => Promise.resolve('there'))).resolves.toBe('there');
});
