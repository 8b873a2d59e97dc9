import { given } from '../../test/given-when-then.ts';
import { userDecider } from '../identity/accounts/user.ts';
import type { Organization } from '../organizations/organization.ts';
import { beginStaffAccess } from './begin-staff-access.rule.ts';
import { endStaffAccess } from './end-staff-access.rule.ts';
import { grantStaff } from './grant-staff.rule.ts';
import { revokeStaff } from './revoke-staff.rule.ts';
import { staffAccessDecider, type StaffAccessState, type TurnedOut } from './staff-access.ts';

const userGuid = '01900000-0000-7000-8000-000000000003';
const registered = {
  type: 'UserRegistered',
  data: { userGuid, name: 'Sven Staff', emailAddress: 'sven@example.test' },
};
const user = given(userDecider, [registered]);
const staff = given(userDecider, [registered, { type: 'StaffGranted', data: { userGuid } }]);
const data = { userGuid, name: 'Sven Staff', reason: 'They asked.', endsAt: '2026-03-17T17:40:00.000Z' };
const organization = {} as Organization;
const began = { type: 'StaffAccessBegan', data };

test('an operator makes a user staff once, and removes them once', () => {
  const grant = (state: typeof user.state) => grantStaff(userGuid, state);
  const revoke = (state: typeof user.state) => revokeStaff(userGuid, state);
  user.when(grant).then([{ type: 'StaffGranted', data: { userGuid } }]);
  staff.when(revoke).then([{ type: 'StaffRevoked', data: { userGuid } }]);
  staff.when(grant).then([]);
  user.when(revoke).then([]);
  given(userDecider).when(grant).then({ refused: 'UsernameDoesNotExist' });
  given(userDecider).when(revoke).then({ refused: 'UsernameDoesNotExist' });
});

test('an access begins for staff alone, in an organization that there is, and once', () => {
  const begin = (isStaff: boolean, of: Organization | null) => (access: StaffAccessState) =>
    beginStaffAccess(data, isStaff, access, of, { earlier: [], now: new Date() });
  given(staffAccessDecider).when(begin(true, organization)).then([began]);
  given(staffAccessDecider, [began]).when(begin(true, organization)).then([]);
  given(staffAccessDecider).when(begin(false, organization)).then({ refused: 'OrganizationNotFound' });
  given(staffAccessDecider).when(begin(true, null)).then({ refused: 'OrganizationNotFound' });
});

const HOUR_MS = 3_600_000;
test.each<[string, Partial<TurnedOut>, number, boolean]>([
  ['whom the organization turned out an hour ago stays out', {}, 1, false],
  ['whom the organization turned out almost a day ago stays out', {}, 23.99, false],
  ['whom the organization turned out a day ago may return', {}, 24, true],
  ['whom the organization lets return may return at once', { allowedAt: '2026-03-02T10:00:01.000Z' }, 1, true],
  ['who was let in before they were turned out stays out', { allowedAt: '2026-03-02T09:00:00.000Z' }, 1, false],
  ['who ended their access themselves may return at once', { turnedOutAt: null }, 0, true],
])('of our staff, %s', (_, more, hours, may) => {
  const at = '2026-03-02T10:00:00.000Z';
  const earlier: StaffAccessState = { state: 'ENDED', userGuid, endsAt: at, turnedOutAt: at, allowedAt: null, ...more };
  const now = new Date(Date.parse(at) + hours * HOUR_MS);
  const decision = beginStaffAccess(data, true, { state: 'NONE' }, organization, { earlier: [earlier], now });
  expect(decision).toEqual(may ? [began] : { refused: 'StaffTurnedOut' });
});

test('an access ends once', () => {
  const ended = { type: 'StaffAccessEnded', data: { userGuid } };
  given(staffAccessDecider, [began]).when(endStaffAccess).then([ended]);
  given(staffAccessDecider, [began, ended]).when(endStaffAccess).then([]);
  given(staffAccessDecider).when(endStaffAccess).then({ refused: 'OrganizationNotFound' });
});
