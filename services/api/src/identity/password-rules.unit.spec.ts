import { passwordFault } from './password-rules.ts';

const person = { name: 'Anna Lund-Berg', emailAddress: 'a.lundberg@example.test' };

test.each([
  ['seven characters', 'abcdefg', false],
  ['eight characters', 'abcdefgh', true],
  ['eight that are no letters of ours', '密密密密密密密密', true],
  ['four pictures, though they are eight units', '🦺🦺🦺🦺', false],
  ['128 characters', 'x'.repeat(128), true],
  ['129 characters', 'x'.repeat(129), false],
  ['spaces', 'a b c d e', true],
  ['their own name in it', 'xxANNAxx1', false],
  ['their own address in it', 'a.lundberg-77', false],
])('a password with %s', (_, password, isTaken) => {
  expect(passwordFault(password, person) === null).toBe(isTaken);
});
