import { queryClient } from '../api/query-client.ts';
import { holdToken } from './session.ts';
import { chooseOrganization, loadOrganization, newestStartupQuery, returnAddress, type Started } from './startup.ts';
import { startupQuery } from './startup-query.ts';

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

it('opens an organization that the token has no room for, since the server lists them all', async () => {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=/g, '');
  const claims = { sub: 'priya', sid: 'here', iat: 0, exp: 600, hasMore: true };
  holdToken(`${part({})}.${part({ ...claims, organizations: [{ organizationGuid: 'first' }] })}.seal`);
  const memberships = ['first', 'last'].map((organizationGuid) => ({ organizationGuid }));
  const organization = { guid: 'last', permissions: '1:0', isAdmin: false, modules: [], customerConfig: [] };
  queryClient.setQueryData(newestStartupQuery().queryKey, { memberships } as never);
  queryClient.setQueryData(startupQuery('last').queryKey, { memberships, organization } as never);
  const started: Started = await loadOrganization(new Request('http://localhost/?organizationGuid=last'));
  expect(started.organization.guid).toBe('last');
});
