import { jest } from '@jest/globals';
import { OrganizationTurns } from './organization-turns.ts';
import type { Refused } from '../problems/problem-of.ts';

const [LOUD, QUIET, THIRD] = ['loud', 'quiet', 'third'];
const settled = () => new Promise((done) => setImmediate(done));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

/** Records who began, in order, and how many were refused. */
class Scene {
  readonly turns: OrganizationTurns;
  readonly begun: string[] = [];
  readonly refused: Refused[] = [];

  constructor(limits: ConstructorParameters<typeof OrganizationTurns>[0] = {}) {
    this.turns = new OrganizationTurns({ share: 4, total: 10, ...limits });
  }

  ask(tenant: string, count = 1): void {
    for (let index = 0; index < count; index++) {
      const waiting = this.turns.enter(tenant);
      if (!waiting) this.begun.push(tenant);
      else
        waiting.then(
          () => this.begun.push(tenant),
          (error: Refused) => this.refused.push(error),
        );
    }
  }

  /** Ends one request of each, in this order; returns who began because of that. */
  async end(...tenants: string[]): Promise<string[]> {
    const before = this.begun.length;
    for (const tenant of tenants) {
      this.turns.leave(tenant);
      await settled();
    }
    return this.begun.slice(before);
  }
}

test('an organization that is alone is not held back', () => {
  const scene = new Scene();
  scene.ask(LOUD, 500);
  expect(scene.begun).toHaveLength(500);
});

test('while others ask too it has no more under way than its share, and they do not wait behind it', async () => {
  const scene = new Scene();
  scene.ask(QUIET);
  await scene.end(QUIET);
  scene.ask(LOUD, 100);
  expect(scene.begun).toEqual([QUIET, ...Array<string>(4).fill(LOUD)]);
  scene.ask(QUIET);
  expect(scene.begun.at(-1)).toBe(QUIET);
  expect(await scene.end(LOUD, LOUD)).toEqual([LOUD, LOUD]);
});

test('when all have much under way, they are taken in turns', async () => {
  const scene = new Scene({ share: 4, total: 6 });
  scene.ask(QUIET);
  await scene.end(QUIET);
  scene.ask(LOUD, 50);
  scene.ask(THIRD, 3);
  scene.ask(QUIET, 2);
  expect(scene.begun.slice(1)).toEqual([LOUD, LOUD, LOUD, LOUD, THIRD, THIRD]);
  expect(await scene.end(LOUD, LOUD, LOUD)).toEqual([LOUD, THIRD, QUIET]);
  expect(await scene.end(THIRD, THIRD)).toEqual([LOUD, QUIET]);
});

test('an organization is alone again when the others have sent nothing for a while', async () => {
  const scene = new Scene({ rememberedMs: 20 });
  scene.ask(QUIET);
  await scene.end(QUIET);
  scene.ask(LOUD, 20);
  expect(scene.begun).toHaveLength(1 + 4);
  await pass(60);
  scene.ask(LOUD);
  await scene.end(LOUD);
  await pass(30);
  scene.ask(LOUD, 50);
  await scene.end(LOUD);
  expect(scene.begun).toHaveLength(1 + 20 + 1 + 50);
});

test('who would wait too long is refused, and told when to ask again', async () => {
  const scene = new Scene({ maxWaitMs: 30 });
  scene.ask(QUIET);
  scene.ask(LOUD, 6);
  await pass(35);
  expect(scene.refused.map(({ refusal, headers }) => [refusal.refused, headers])).toEqual(
    Array(2).fill(['TooManyAttempts', { 'retry-after': '1' }]),
  );
  expect(scene.begun).toEqual([QUIET, LOUD, LOUD, LOUD, LOUD]);
  scene.ask(LOUD);
  expect(await scene.end(LOUD)).toEqual([LOUD]);
});

test('a loud organization pauses after each request for twice its duration, and others begin meanwhile', async () => {
  const scene = new Scene({ share: 1, loudMs: 5 });
  scene.ask(QUIET);
  await scene.end(QUIET);
  scene.ask(LOUD, 3);
  await pass(30);
  expect(await scene.end(LOUD)).toEqual([]);
  scene.ask(QUIET);
  expect(scene.begun).toEqual([QUIET, LOUD, QUIET]);
  await pass(45);
  expect(scene.begun.slice(3)).toEqual([]);
  await pass(45);
  expect(scene.begun.slice(3)).toEqual([LOUD]);
});

test('a loud organization has one running request at a time', async () => {
  const scene = new Scene({ share: 2, loudMs: 5 });
  scene.ask(QUIET);
  await scene.end(QUIET);
  scene.ask(LOUD, 4);
  expect(scene.begun).toEqual([QUIET, LOUD, LOUD]);
  await pass(30);
  expect(await scene.end(LOUD)).toEqual([]);
  await pass(120);
  expect(scene.begun.slice(3)).toEqual([]);
  scene.ask(QUIET);
  expect(await scene.end(LOUD)).toEqual([]);
  await pass(300);
  expect(scene.begun.slice(3)).toEqual([QUIET, LOUD]);
});

test('no organization pauses when the others have been idle for half a second', async () => {
  const scene = new Scene({ share: 1, loudMs: 5 });
  scene.ask(QUIET);
  await scene.end(QUIET);
  await pass(550);
  scene.ask(LOUD, 3);
  await pass(30);
  expect(await scene.end(LOUD)).toEqual([LOUD]);
  expect(await scene.end(LOUD)).toEqual([LOUD]);
});

test('a pause after a slow request is short', async () => {
  const scene = new Scene({ share: 1, loudMs: 5 });
  scene.ask(QUIET);
  await scene.end(QUIET);
  scene.ask(LOUD, 2);
  await pass(300);
  expect(await scene.end(LOUD)).toEqual([]);
  await pass(400);
  expect(scene.begun).toEqual([QUIET, LOUD, LOUD]);
});

test('of two organizations with equal use neither pauses, however much that is', async () => {
  const scene = new Scene({ share: 1, loudMs: 5 });
  scene.ask(LOUD);
  scene.ask(THIRD);
  await pass(30);
  await scene.end(LOUD, THIRD);
  scene.ask(LOUD, 2);
  scene.ask(THIRD, 2);
  expect(await scene.end(LOUD, THIRD)).toEqual([LOUD, THIRD]);
});

test('an organization that used no more than the others proceeds at once', async () => {
  const scene = new Scene({ share: 1, loudMs: 5 });
  scene.ask(LOUD);
  await pass(30);
  await scene.end(LOUD);
  scene.ask(QUIET, 2);
  await pass(10);
  expect(await scene.end(QUIET)).toEqual([QUIET]);
});
