import {
  allPermissions,
  encodePermissions,
  managerPermissions,
  standardPermissions,
} from '@plimsoll/contracts/permissions/permissions';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { addMember } from '../members/add-member.rule.ts';
import { createOrganization } from './founding/create-organization.rule.ts';
import { createReportingGroup } from '../units/create-reporting-group.rule.ts';
import { createWorksite } from '../units/create-worksite.rule.ts';
import { stranger } from '../members/member.ts';
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
    expect(createOrganization(guid, { ...organization, modules: ['events'] }, false)).toEqual([
      {
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
      },
    ]);
    expect(createOrganization(guid, { ...organization, modules: ['events'] }, true)).toEqual({
      refused: 'DuplicateGuid',
    });
  });

  test('a worksite is in a region that exists, or in none', () => {
    expect(createWorksite(worksite, false)).toMatchObject([{ type: 'WorksiteCreated' }]);
    expect(createWorksite({ ...worksite, regionGuid: null }, false)).toMatchObject([{ type: 'WorksiteCreated' }]);
    expect(createWorksite({ ...worksite, regionGuid: guid }, false)).toEqual({
      refused: 'RegionNotFound',
      fieldErrors: [{ field: 'regionGuid', className: 'RegionNotFound', message: 'Region not found' }],
    });
    expect(createWorksite(worksite, true)).toEqual({ refused: 'DuplicateGuid' });
  });

  test('a reporting group is made once', () => {
    const words = { reportingGroupGuid: guid, name: 'Drilling', description: null };
    expect(createReportingGroup(words, false)).toEqual([{ type: 'ReportingGroupCreated', data: words }]);
    expect(createReportingGroup(words, true)).toEqual({ refused: 'DuplicateGuid' });
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
    expect(addMember(joining, stranger)).toEqual([
      { type: 'MemberJoined', data: { ...joining, through: null, isOnboarded: true } },
    ]);
    expect(addMember({ ...joining, through: 'FOUNDER', isOnboarded: false }, stranger)).toMatchObject([
      { data: { through: 'FOUNDER', isOnboarded: false } },
    ]);
    expect(addMember(joining, { state: 'REMOVED' })).toMatchObject([{ type: 'MemberJoined' }]);
    expect(
      addMember(joining, {
        state: 'MEMBER',
        isAdmin: false,
        userGroups: ['Standard'],
        permissions: null,
        reportingGroupGuid: null,
        isOnboarded: true,
      }),
    ).toEqual({ refused: 'DuplicateMembership' });
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
