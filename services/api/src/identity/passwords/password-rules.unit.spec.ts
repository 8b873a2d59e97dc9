import { commonestPasswords, passwordError } from './password-rules.ts';

const person = { name: 'Anna Lund-Berg', emailAddress: 'a.lundberg@example.test' };

test.each([
  ['seven characters', 'sevench', false],
  ['eight characters', 'bollards', true],
  ['eight that are no letters of ours', '密密密密密密密密', true],
  ['four pictures, though they are eight units', '🦺🦺🦺🦺', false],
  ['128 characters', 'x'.repeat(128), true],
  ['129 characters', 'x'.repeat(129), false],
  ['one of the commonest, whatever its case', 'PassWord1', false],
  ['spaces', 'a b c d e', true],
  ['their own name in it', 'xxANNAxx1', false],
  ['their own address in it', 'a.lundberg-77', false],
])('a password with %s', (_, password, isTaken) => {
  expect(passwordError(password, person) === null).toBe(isTaken);
});

test.each([
  ['as it is written', 'xxHarbour Worksxx', false],
  ['written together', 'my-harbourworks', false],
  ['in part', 'harbour-83-x', true],
])('a password with the name of the organization %s', (_, password, isTaken) => {
  expect(passwordError(password, { ...person, organizationName: 'Harbour Works' }) === null).toBe(isTaken);
});

test('the commonest passwords are a published list of at least 20,000', () => {
  expect(commonestPasswords.size).toBeGreaterThanOrEqual(20_000);
  expect([...commonestPasswords].every((password) => password === password.toLowerCase())).toBe(true);
});
