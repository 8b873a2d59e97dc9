import { randomBytes, randomUUID } from 'node:crypto';
import { LinkTokens } from './link-tokens.ts';

const tokens = LinkTokens.ofAlarms(randomBytes(32));
const guids = [randomUUID(), randomUUID(), randomUUID()];

test('a token says what it was made of', () => {
  expect(tokens.read(tokens.tokenOf(guids, 70_000))).toEqual({ guids, number: 70_000 });
});

test('a token that was cut, doubled, changed in any character, or made with another key says nothing', () => {
  const token = tokens.tokenOf(guids, 1);
  const other = LinkTokens.ofAlarms(randomBytes(32));
  expect(other.read(token)).toBeNull();
  for (const wrong of [
    '',
    token.slice(1),
    token.slice(0, -1),
    token + token,
    `${token}=`,
    ` ${token}`,
    'a'.repeat(token.length),
  ])
    expect(tokens.read(wrong)).toBeNull();
  for (let place = 0; place < token.length; place += 1) {
    const letter = token[place] === 'A' ? 'B' : 'A';
    expect(tokens.read(token.slice(0, place) + letter + token.slice(place + 1))).toBeNull();
  }
});

test('another round has another token', () => {
  expect(tokens.tokenOf(guids, 1)).not.toBe(tokens.tokenOf(guids, 2));
});
