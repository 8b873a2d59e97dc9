import { allPermissions, encodePermissions, managerPermissions, standardPermissions } from '@plimsoll/contracts/permissions';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { addMember } from './add-member.ts';
import { changeCustomerConfig } from './change-customer-config.ts';
import { changeMemberPermissions } from './change-member-permissions.ts';
import { createOrganization } from './create-organization.ts';
import { createReportingGroup } from './create-reporting-group.ts';
import { createWorksite } from './create-worksite.ts';
import { stranger, type MemberState, type Roles } from './member.ts';
import { membershipAsSeenBy } from './membership-as-seen-by.ts';
import type { Switches } from './organization-switches.ts';
import { switchModule } from './switch-module.ts';

const guid = '019a0000-0000-7000-8000-000000000001';
const other = '019a0000-0000-7000-8000-000000000002';
const organization = { name: 'Works', timeZone: 'America/Edmonton', sizeRange: 'ONE_TO_TEN', modules: ['events'] } as const;
const worksite = { worksiteGuid: guid, name: 'Yard', regionGuid: regions[0]!.guid, address: null, timeZone: null, emergencyPhone: null };

const noGroup = { userGroupNames: [], reportingGroupGuid: null };

describe('founding', () => {
  test('an organization is founded once', () => {
    expect(createOrganization(guid, { ...organization, modules: ['events'] }, false)).toEqual([{ type: 'OrganizationCreated', data: { organizationGuid: guid, ...organization } }]);
    expect(createOrganization(guid, { ...organization, modules: ['events'] }, true)).toEqual({ refused: 'DuplicateGuid' });
  });

  test('a worksite lies in a region that there is, or in none', () => {
    expect(createWorksite(worksite, false)).toMatchObject([{ type: 'WorksiteCreated' }]);
    expect(createWorksite({ ...worksite, regionGuid: null }, false)).toMatchObject([{ type: 'WorksiteCreated' }]);
    expect(createWorksite({ ...worksite, regionGuid: guid }, false)).toEqual({ refused: 'MalformedRegion' });
    expect(createWorksite(worksite, true)).toEqual({ refused: 'DuplicateGuid' });
  });

  test('a reporting group is made once', () => {
    const words = { reportingGroupGuid: guid, name: 'Drilling', description: null };
    expect(createReportingGroup(words, false)).toEqual([{ type: 'ReportingGroupCreated', data: words }]);
    expect(createReportingGroup(words, true)).toEqual({ refused: 'DuplicateGuid' });
  });
});

describe('members', () => {
  const joining = { userGuid: guid, name: 'Ada', emailAddress: 'ada@example.test', isAdmin: false, userGroups: ['Standard' as const], reportingGroupGuid: null };
  const member: MemberState = { state: 'MEMBER', isAdmin: false, userGroups: ['Standard'], permissions: null };
  const roles: Roles = { isAdmin: false, userGroups: ['Standard'], permissions: ['REVIEW_EVENTS'] };

  test('join once, and may join again after they were removed', () => {
    expect(addMember(joining, stranger)).toMatchObject([{ type: 'MemberJoined' }]);
    expect(addMember(joining, { state: 'REMOVED' })).toMatchObject([{ type: 'MemberJoined' }]);
    expect(addMember(joining, member)).toEqual({ refused: 'DuplicateMembership' });
  });

  test('get roles only while they are members', () => {
    const change = (state: MemberState) => changeMemberPermissions({ userGuid: guid, roles, hasOtherAdmins: true }, state);
    expect(change(member)).toEqual([{ type: 'MemberPermissionsChanged', data: { userGuid: guid, ...roles } }]);
    expect(change(stranger)).toEqual({ refused: 'NotAMember' });
    expect(change({ state: 'REMOVED' })).toEqual({ refused: 'NotAMember' });
  });

  test('the same roles in another order are no change', () => {
    const held: MemberState = { state: 'MEMBER', isAdmin: false, userGroups: ['Manager', 'Standard'], permissions: ['REVIEW_EVENTS', 'APPROVE_EVENTS'] };
    const same: Roles = { isAdmin: false, userGroups: ['Standard', 'Manager'], permissions: ['APPROVE_EVENTS', 'REVIEW_EVENTS'] };
    expect(changeMemberPermissions({ userGuid: guid, roles: same, hasOtherAdmins: true }, held)).toEqual([]);
  });

  test('the last admin stays one', () => {
    const admin: MemberState = { ...member, isAdmin: true } as MemberState;
    expect(changeMemberPermissions({ userGuid: guid, roles, hasOtherAdmins: false }, admin)).toEqual({ refused: 'LastAdminCannotBeRemoved' });
    expect(changeMemberPermissions({ userGuid: guid, roles, hasOtherAdmins: true }, admin)).toHaveLength(1);
  });

  test.each([
    ['somebody without rights', { userGuid: other, isAdmin: false, permissions: standardPermissions, ...noGroup }, false],
    ['themselves', { userGuid: guid, isAdmin: false, permissions: standardPermissions, ...noGroup }, true],
    ['a manager, who may view roles', { userGuid: other, isAdmin: false, permissions: managerPermissions, ...noGroup }, true],
    ['an admin', { userGuid: other, isAdmin: true, permissions: allPermissions, ...noGroup }, true],
  ])('are seen by %s by name, and with the rest as it is due', (_, viewer, seesAll) => {
    const seen = membershipAsSeenBy(viewer, { ...joining, organizationGuid: other, userGroupNames: ['Manager'], isAdmin: true, permissions: allPermissions, encoded: encodePermissions(allPermissions) });
    expect(seen.userAccount).toEqual({ guid, name: 'Ada', primaryEmailAddress: seesAll ? 'ada@example.test' : '' });
    expect([seen.isAdmin, seen.permissions, seen.userGroupNames]).toEqual(seesAll ? [true, '23:7fffff', ['Manager']] : [false, '23:000000', []]);
  });
});

describe('switches', () => {
  const switches: Switches = { modules: new Set(['events']), customerConfig: { CUSTOM_EVENTS: true, REPORTING_GROUPS: true, WORKSITES: true, COVID_19_REPORTING: true, CONTRACTORS: false } };

  test('a module is switched when it stands the other way', () => {
    expect(switchModule({ module: 'events', isEnabled: false }, switches)).toHaveLength(1);
    expect(switchModule({ module: 'events', isEnabled: true }, switches)).toEqual([]);
    expect(switchModule({ module: 'dashboard', isEnabled: true }, null)).toEqual({ refused: 'OrganizationNotFound' });
  });

  test('a feature is switched when it stands the other way', () => {
    expect(changeCustomerConfig({ code: 'CONTRACTORS', isEnabled: true }, switches)).toHaveLength(1);
    expect(changeCustomerConfig({ code: 'CONTRACTORS', isEnabled: false }, switches)).toEqual([]);
    expect(changeCustomerConfig({ code: 'WORKSITES', isEnabled: true }, null)).toEqual({ refused: 'OrganizationNotFound' });
  });
});
