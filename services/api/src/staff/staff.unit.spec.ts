import type { Organization } from '../organizations/organization.ts';
import type { UserState } from '../identity/accounts/user.ts';
import { beginStaffAccess } from './begin-staff-access.rule.ts';
import { endStaffAccess } from './end-staff-access.rule.ts';
import { grantStaff } from './grant-staff.rule.ts';
import { revokeStaff } from './revoke-staff.rule.ts';

const userGuid = '01900000-0000-7000-8000-000000000003';
const user = (isStaff: boolean) => ({ isStaff }) as UserState;
const data = { userGuid, name: 'Sven Staff', reason: 'They asked.', endsAt: '2026-03-17T17:40:00.000Z' };
const organization = {} as Organization;
const begun = { state: 'BEGUN', userGuid, endsAt: data.endsAt } as const;

test('an operator makes a user staff once, and removes them once', () => {
  expect(grantStaff(userGuid, user(false))).toEqual([{ type: 'StaffGranted', data: { userGuid } }]);
  expect(revokeStaff(userGuid, user(true))).toEqual([{ type: 'StaffRevoked', data: { userGuid } }]);
  expect([grantStaff(userGuid, user(true)), revokeStaff(userGuid, user(false))]).toEqual([[], []]);
  expect([grantStaff(userGuid, null), revokeStaff(userGuid, null)]).toEqual(
    Array(2).fill({ refused: 'UsernameDoesNotExist' }),
  );
});

test('an access begins for staff alone, in an organization that there is, and once', () => {
  expect(beginStaffAccess(data, true, { state: 'NONE' }, organization)).toEqual([{ type: 'StaffAccessBegan', data }]);
  expect(beginStaffAccess(data, true, begun, organization)).toEqual([]);
  expect([
    beginStaffAccess(data, false, { state: 'NONE' }, organization),
    beginStaffAccess(data, true, { state: 'NONE' }, null),
  ]).toEqual(Array(2).fill({ refused: 'OrganizationNotFound' }));
});

test('an access ends once', () => {
  expect(endStaffAccess(begun)).toEqual([{ type: 'StaffAccessEnded', data: { userGuid } }]);
  expect(endStaffAccess({ ...begun, state: 'ENDED' })).toEqual([]);
  expect(endStaffAccess({ state: 'NONE' })).toEqual({ refused: 'OrganizationNotFound' });
});
