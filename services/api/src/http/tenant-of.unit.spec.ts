import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import type { OperationId } from './route-of.ts';
import type { Refused } from './problems/problem-of.ts';
import { likelyTenantOf, tenantOf } from './tenant-of.ts';

const [one, other, foreign] = [
  '019a0000-0000-7000-8000-00000000000a',
  '019a0000-0000-7000-8000-00000000000b',
  '019a0000-0000-7000-8000-00000000000c',
];
const members = (...guids: string[]) => new Map(guids.map((guid) => [guid, {}]));
const ask = (
  operationId: OperationId,
  parts: { params?: object; query?: object; body?: object },
  memberships: Map<string, object>,
) => {
  try {
    return tenantOf(
      routes.find((route) => route.operationId === operationId)! as Route,
      { params: {}, query: {}, body: undefined, ...parts },
      memberships,
    );
  } catch (error) {
    return (error as Refused).refusal.refused;
  }
};

test('the address, the query or the body may name it, in capitals too', () => {
  expect(ask('listWorksites', { params: { orgGuid: one } }, members(one, other))).toBe(one);
  expect(ask('listForms', { query: { organizationGuid: other.toUpperCase() } }, members(one, other))).toBe(other);
  expect(ask('reportIncident', { body: { organizationGuid: one } }, members(one, other))).toBe(one);
});

test('a change of an event cannot name it in the body', () => {
  expect(ask('amendIncident', { body: { organizationGuid: foreign } }, members(one))).toBe(one);
});

test('query and body must not differ', () => {
  expect(
    ask('reportIncident', { query: { organizationGuid: one }, body: { organizationGuid: other } }, members(one, other)),
  ).toBe('MalformedRequest');
});

test('another person’s organization is answered like one that does not exist', () => {
  expect(ask('listForms', { query: { organizationGuid: foreign } }, members(one))).toBe('OrganizationNotFound');
});

test('about some things one may ask whichever organization it is', () => {
  expect(ask('answerInvitation', { params: { orgGuid: foreign.toUpperCase() } }, members(one))).toBe(foreign);
  expect(ask('answerInvitation', { params: { orgGuid: 'north' } }, members())).toBe('MalformedRequest');
  expect(ask('revokeInvitation', { params: { orgGuid: foreign } }, members(one))).toBe('OrganizationNotFound');
});

test('unnamed it is the only one, and with several it must be named, except at the start', () => {
  expect(ask('listForms', {}, members(one))).toBe(one);
  expect(ask('listForms', {}, members(one, other))).toBe('MissingOrganization');
  expect(ask('listForms', {}, members())).toBe('MissingOrganization');
  expect(ask('getStartup', {}, members(one, other))).toBeNull();
});

test('before it is known who asks, the one is likely that the address names, or the only one of the token', () => {
  const likely = (parts: { params?: object; query?: object }, claimed: Map<string, object>) =>
    likelyTenantOf(
      routes.find((route) => route.operationId === 'listForms')! as Route,
      { params: {}, query: {}, body: undefined, ...parts },
      claimed,
    );
  expect(likely({}, members(one))).toBe(one);
  expect(likely({ query: { organizationGuid: other.toUpperCase() } }, members(one, other))).toBe(other);
  expect(likely({}, members(one, other))).toBeUndefined();
  expect(likely({ query: { organizationGuid: foreign } }, members(one))).toBeUndefined();
  expect(likely({ query: { organizationGuid: ['north', 'south'] } }, members(one))).toBeUndefined();
});
