import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { HungUp } from '../limits/hang-up.ts';
import { LargeBodies } from './large-bodies.ts';

test('the first is read at once, the others when their turn comes, organizations one after the other', async () => {
  const bodies = new LargeBodies();
  const read: string[] = [];
  const ask = (whose: string) => bodies.inTurn(whose, () => read.push(whose));
  const asked = ['loud', 'loud', 'loud', 'loud', 'quiet'].map(ask);
  expect(read).toEqual(['loud']);
  await Promise.all(asked);
  expect(read).toEqual(['loud', 'loud', 'quiet', 'loud', 'loud']);
});

test('an owner with eight waiting bodies is refused, and no one else', async () => {
  const bodies = new LargeBodies();
  const asked = Array.from({ length: 10 }, () => bodies.inTurn('loud', () => 'read').catch((error: unknown) => error));
  const quiet = bodies.inTurn('quiet', () => 'read');
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === 'read')).toHaveLength(9);
  expect(answers.at(-1)).toMatchObject({ refusal: { refused: 'TooManyAttempts' }, headers: { 'retry-after': '2' } });
  expect(await quiet).toBe('read');
});

test('what cannot be read ends its own turn alone', async () => {
  const bodies = new LargeBodies();
  const broken = bodies.inTurn('one', () => JSON.parse('{'));
  const sound = bodies.inTurn('one', () => 'read');
  await expect(broken).rejects.toThrow(SyntaxError);
  expect(await sound).toBe('read');
});

test('a client that hangs up while its body waits gives up its place, and the next one is read', async () => {
  const bodies = new LargeBodies();
  const [gone, connection] = [new EventEmitter(), new EventEmitter()];
  const first = bodies.inTurn('one', () => 'read');
  const second = bodies.inTurn('one', () => 'not read', gone);
  const third = bodies.inTurn('one', () => 'read', connection);
  gone.emit('close');
  await expect(second).rejects.toThrow(HungUp);
  expect(await Promise.all([first, third])).toEqual(['read', 'read']);
  expect([gone.listenerCount('close'), connection.listenerCount('close')]).toEqual([0, 0]);
});

test('a body that waits too long is refused', async () => {
  jest.useFakeTimers();
  try {
    const bodies = new LargeBodies();
    void bodies.inTurn('one', () => 'read');
    const late = bodies.inTurn('one', () => 'read');
    const refused = expect(late).rejects.toMatchObject({ refusal: { refused: 'TooManyAttempts' } });
    jest.advanceTimersByTime(10_000);
    await refused;
  } finally {
    jest.useRealTimers();
  }
});
