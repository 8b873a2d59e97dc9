import { chooseOrganization, returnAddress } from './startup.ts';

describe('which organization opens', () => {
  it.each([
    ['the only one', ['a'], 'x', 'y', 'a'],
    ['the one in the address, when the person belongs to it', ['a', 'b'], 'b', 'a', 'b'],
    ['the last one, when the address asks for a foreign one', ['a', 'b'], 'x', 'a', 'a'],
    ['the last one', ['a', 'b'], null, 'b', 'b'],
    ['none before the person has chosen', ['a', 'b'], null, null, null],
    ['none when the last one is no longer theirs', ['a', 'b'], null, 'c', null],
    ['none without a membership', [], 'a', 'a', null],
  ])('%s', (_rule, memberships, requested, remembered, opened) =>
    expect(chooseOrganization(memberships, requested, remembered)).toBe(opened),
  );
});

describe('the address to come back to after signing in', () => {
  it.each([
    ['?next=%2Fevents%2Flist%2F2%3Fstate%3DREVIEWED', '/events/list/2?state=REVIEWED'],
    ['?next=https%3A%2F%2Fevil.example', null],
    ['?next=%2F%2Fevil.example', null],
    ['?next=%2F%5Cevil.example', null],
    ['?next=javascript%3Aalert(1)', null],
    ['', null],
  ])('of %s is %s', (search, address) => expect(returnAddress(search)).toBe(address));
});
