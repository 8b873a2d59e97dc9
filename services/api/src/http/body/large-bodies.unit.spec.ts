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
