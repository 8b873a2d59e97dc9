import {
  allPermissions,
  encodePermissions,
  managerPermissions,
  standardPermissions,
} from '@plimsoll/contracts/permissions/permissions';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { given } from '../../test/given-when-then.ts';
import { addMember } from '../members/add-member.rule.ts';
import { createOrganization } from './founding/create-organization.rule.ts';
import { organizationExistence } from './founding/create-organization.ts';
import { createReportingGroup } from '../units/create-reporting-group.rule.ts';
import { groupExistence } from '../units/create-reporting-group.ts';
import { createWorksite } from '../units/create-worksite.rule.ts';
import { worksiteExistence } from '../units/create-worksite.ts';
import { memberDecider, type Joining, type MemberState } from '../members/member.ts';
import { membershipAsSeenBy } from '../members/membership-as-seen-by.ts';

const guid = '019a0000-0000-7000-8000-000000000001';
const other = '019a0000-0000-7000-8000-000000000002';
const organization = {
  name: 'Works',
  timeZone: 'America/Edmonton',
  sizeRange: 'ONE_TO_TEN',
  modules: ['events'],
} as const;
const worksite = {
  worksiteGuid: guid,
  name: 'Yard',
  regionGuid: regions[0]!.guid,
  address: null,
  timeZone: null,
  emergencyPhone: null,
};

const noGroup = { userGroupNames: [], reportingGroupGuid: null };

describe('founding', () => {
  test('an organization is founded once', () => {
    const create = (exists: boolean) => createOrganization(guid, { ...organization, modules: ['events'] }, exists);
    const created = {
      type: 'OrganizationCreated',
      data: {
        organizationGuid: guid,
        ...organization,
        username: null,
        founderGuid: null,
        currencyCode: 'CAD',
        channelPartner: null,
        utmCodes: null,
        onboardingStatus: 'ONBOARDED',
      },
    };
    given(organizationExistence).when(create).then([created]);
    given(organizationExistence, [created]).when(create).then({ refused: 'DuplicateGuid' });
  });

  test('a worksite is in a region that exists, or in none', () => {
    const create =
      (more: { regionGuid?: string | null } = {}) =>
      (exists: boolean) =>
        createWorksite({ ...worksite, ...more }, exists);
    given(worksiteExistence)
      .when(create())
      .thenMatch([{ type: 'WorksiteCreated' }]);
    given(worksiteExistence)
      .when(create({ regionGuid: null }))
      .thenMatch([{ type: 'WorksiteCreated', data: { regionGuid: null } }]);
    given(worksiteExistence)
      .when(create({ regionGuid: guid }))
      .then({
        refused: 'RegionNotFound',
        fieldErrors: [{ field: 'regionGuid', className: 'RegionNotFound', message: 'Region not found' }],
      });
    given(worksiteExistence, [{ type: 'WorksiteCreated', data: worksite }])
      .when(create())
      .then({ refused: 'DuplicateGuid' });
  });

  test('a reporting group is made once', () => {
    const words = { reportingGroupGuid: guid, name: 'Drilling', description: null };
    const create = (exists: boolean) => createReportingGroup(words, exists);
    const created = { type: 'ReportingGroupCreated', data: words };
    given(groupExistence).when(create).then([created]);
    given(groupExistence, [created]).when(create).then({ refused: 'DuplicateGuid' });
  });
});

describe('members', () => {
  const joining = {
    userGuid: guid,
    name: 'Ada',
    emailAddress: 'ada@example.test',
    isAdmin: false,
    userGroups: ['Standard' as const],
    reportingGroupGuid: null,
  };
  test('join once, and may join again after they were removed', () => {
    const add =
      (more: Partial<Joining> = {}) =>
      (state: MemberState) =>
        addMember({ ...joining, ...more }, state);
    const joined = { type: 'MemberJoined', data: { ...joining, through: null, isOnboarded: true } };
    given(memberDecider).when(add()).then([joined]);
    given(memberDecider)
      .when(add({ through: 'FOUNDER', isOnboarded: false }))
      .thenMatch([{ data: { through: 'FOUNDER', isOnboarded: false } }]);
    given(memberDecider, [joined, { type: 'MemberRemoved', data: { userGuid: guid } }])
      .when(add())
      .thenMatch([{ type: 'MemberJoined' }]);
    given(memberDecider, [joined]).when(add()).then({ refused: 'DuplicateMembership' });
  });

  test.each([
    [
      'somebody without rights',
      { userGuid: other, isAdmin: false, permissions: standardPermissions, ...noGroup },
      false,
    ],
    ['themselves', { userGuid: guid, isAdmin: false, permissions: standardPermissions, ...noGroup }, true],
    [
      'a manager, who may view roles',
      { userGuid: other, isAdmin: false, permissions: managerPermissions, ...noGroup },
      true,
    ],
    ['an admin', { userGuid: other, isAdmin: true, permissions: allPermissions, ...noGroup }, true],
  ])('are seen by %s by name, and with the rest as it is due', (_, viewer, seesAll) => {
    const seen = membershipAsSeenBy(viewer, {
      ...joining,
      organizationGuid: other,
      organizationName: 'Works',
      userGroupNames: ['Manager'],
      isAdmin: true,
      permissions: allPermissions,
      encoded: encodePermissions(allPermissions),
      isOnboarded: true,
      ownPermissions: ['REVIEW_EVENTS'],
      userPermissions: null,
      revision: 4,
      photo: null,
      logo: null,
      authType: 'USERNAME_PASSWORD',
      isGoverned: false,
    });
    expect(seen.userAccount).toEqual({ guid, name: 'Ada', primaryEmailAddress: seesAll ? 'ada@example.test' : '' });
    expect([seen.isAdmin, seen.permissions, seen.userGroupNames, seen.ownPermissions]).toEqual(
      seesAll
        ? [true, encodePermissions(allPermissions), ['Manager'], ['REVIEW_EVENTS']]
        : [false, encodePermissions(new Set()), [], null],
    );
    expect(seen).toMatchObject({ organization: { guid: other, name: 'Works' }, revision: 4 });
  });
});
