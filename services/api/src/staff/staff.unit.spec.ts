import { given } from '../../test/given-when-then.ts';
import { userDecider } from '../identity/accounts/user.ts';
import type { Organization } from '../organizations/organization.ts';
import { beginStaffAccess } from './begin-staff-access.rule.ts';
import { endStaffAccess } from './end-staff-access.rule.ts';
import { grantStaff } from './grant-staff.rule.ts';
import { revokeStaff } from './revoke-staff.rule.ts';
import { staffAccessDecider, type StaffAccessState } from './staff-access.ts';

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
    beginStaffAccess(data, isStaff, access, of);
  given(staffAccessDecider).when(begin(true, organization)).then([began]);
  given(staffAccessDecider, [began]).when(begin(true, organization)).then([]);
  given(staffAccessDecider).when(begin(false, organization)).then({ refused: 'OrganizationNotFound' });
  given(staffAccessDecider).when(begin(true, null)).then({ refused: 'OrganizationNotFound' });
});

test('an access ends once', () => {
  const ended = { type: 'StaffAccessEnded', data: { userGuid } };
  given(staffAccessDecider, [began]).when(endStaffAccess).then([ended]);
  given(staffAccessDecider, [began, ended]).when(endStaffAccess).then([]);
  given(staffAccessDecider).when(endStaffAccess).then({ refused: 'OrganizationNotFound' });
});
