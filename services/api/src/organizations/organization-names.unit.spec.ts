import { modulesAtFirst } from '@plimsoll/contracts/organizations/features';
import { beginOrganization } from './founding/complete-organization.rule.ts';
import { registerFounding, type FoundingInput } from './founding/found-organization.ts';
import type { OrganizationEntry } from './founding/organization-entry.ts';
import type { Organization } from './organization.ts';
import { setNames, updateOrganization } from './update-organization.ts';

const organizationGuid = '019a0000-0000-7000-8000-000000000001';
const userGuid = '019a0000-0000-7000-8000-000000000002';
const founding: FoundingInput = {
  organizationGuid,
  name: 'Quay Works',
  sizeRange: 'ONE_TO_TEN',
  timeZone: 'America/Edmonton',
  utmCodes: { utmSource: 'x' },
};
const entry = (name: string, nameRevision: number, username: string | null, idRevision: number) =>
  ({
    name: { is: name, entryRevision: nameRevision },
    username: { is: username, entryRevision: idRevision },
    registered: { organizationGuid, founding: null },
  }) as OrganizationEntry;
const own = (name: string, nameRevision: number, username: string | null, idRevision: number) =>
  ({
    name: { is: name, entryRevision: nameRevision },
    username: { is: username, entryRevision: idRevision },
    sizeRange: 'ONE_TO_TEN',
    timeZone: 'UTC',
    onboardingStatus: 'NOT_ONBOARDED',
  }) as Organization;

describe('founding', () => {
  test('is entered with all that is needed to complete it', () => {
    const event = (
      registerFounding(founding, userGuid, 'quay-works', null) as readonly {
        readonly data: OrganizationEntry['registered'];
      }[]
    )[0]!;
    expect(event).toEqual({
      type: 'OrganizationRegistered',
      data: {
        organizationGuid,
        name: 'Quay Works',
        username: 'quay-works',
        founderGuid: userGuid,
        founding: { sizeRange: 'ONE_TO_TEN', timeZone: 'America/Edmonton' },
        utmCodes: { utmSource: 'x' },
      },
    });
    const founder = {
      userGuid,
      name: 'Nora Reef',
      emailAddress: 'nora@example.test',
      currencyCode: 'AUD',
      channelPartner: 'harbour',
      utmCodes: null,
    } as const;
    expect(beginOrganization({ registered: event.data }, founder)).toEqual([
      {
        type: 'OrganizationCreated',
        data: {
          organizationGuid,
          name: 'Quay Works',
          username: 'quay-works',
          sizeRange: 'ONE_TO_TEN',
          timeZone: 'America/Edmonton',
          modules: modulesAtFirst,
          founderGuid: userGuid,
          currencyCode: 'AUD',
          channelPartner: 'harbour',
          utmCodes: { utmSource: 'x' },
          onboardingStatus: 'NOT_ONBOARDED',
        },
      },
      {
        type: 'MemberJoined',
        data: {
          userGuid,
          name: 'Nora Reef',
          emailAddress: 'nora@example.test',
          isAdmin: true,
          userGroups: ['Standard'],
          reportingGroupGuid: null,
          through: 'FOUNDER',
          isOnboarded: false,
        },
      },
    ]);
  });

  test('happens once', () => {
    expect(registerFounding(founding, userGuid, 'quay-works', entry('Quay Works', 1, 'quay-works', 1))).toEqual({
      refused: 'DuplicateGuid',
    });
  });

  test('has on at first what an organization begins with', () => {
    expect([...modulesAtFirst].sort()).toEqual([
      'dashboard',
      'events',
      'manageRegionsAndIndustries',
      'reportedEvents',
      'yourOrganization',
    ]);
  });
});

describe('what an organization is called', () => {
  test('is settled where it differs', () => {
    expect(
      setNames(
        organizationGuid,
        { name: 'Quay', username: 'quay-works' },
        'Quay Works',
        entry('Quay Works', 1, 'quay-works', 1),
      ),
    ).toEqual([{ type: 'RegisteredNameChanged', data: { organizationGuid, name: 'Quay' } }]);
    expect(
      setNames(organizationGuid, { username: 'Quay-Works' }, 'Quay Works', entry('Quay Works', 1, 'quay-works', 1)),
    ).toEqual([{ type: 'RegisteredIdChanged', data: { organizationGuid, username: 'Quay-Works' } }]);
    expect(setNames(organizationGuid, { name: 'Quay Works' }, 'Quay Works', entry('Quay Works', 1, null, 1))).toEqual(
      [],
    );
  });

  test('of one that was there before is entered when it first changes', () => {
    expect(setNames(organizationGuid, { username: 'quay-works' }, 'Quay Works', null)).toMatchObject([
      {
        type: 'OrganizationRegistered',
        data: { name: 'Quay Works', username: 'quay-works', founderGuid: null, founding: null },
      },
    ]);
  });

  test('follows the entry, and never from a newer to an older one, in whichever order commands arrive', () => {
    expect(updateOrganization(own('A', 1, 'aaaaaa', 1), {}, entry('B', 2, 'bbbbbb', 3))).toEqual([
      { type: 'OrganizationRenamed', data: { name: 'B', entryRevision: 2 } },
      { type: 'OrganizationIdChanged', data: { username: 'bbbbbb', entryRevision: 3 } },
    ]);
    expect(updateOrganization(own('C', 4, 'cccccc', 4), {}, entry('B', 2, 'bbbbbb', 3))).toEqual([]);
    expect(updateOrganization(own('B', 2, 'bbbbbb', 3), {}, entry('B', 2, 'bbbbbb', 3))).toEqual([]);
    expect(updateOrganization(own('Before', 0, null, 0), {}, entry('Before', 1, null, 1))).toEqual([]);
  });

  test('changes in one go with all the rest, an event for each', () => {
    expect(
      updateOrganization(
        own('A', 1, 'aaaaaa', 1),
        { name: 'B', sizeRange: 'OVER_TWO_HUNDRED', timeZone: 'America/Toronto', onboardingStatus: 'ONBOARDED' },
        entry('B', 2, 'aaaaaa', 1),
      ).map(({ type }) => type),
    ).toEqual([
      'OrganizationRenamed',
      'OrganizationSizeChanged',
      'OrganizationTimeZoneChanged',
      'OrganizationOnboarded',
    ]);
    expect(updateOrganization(own('A', 1, 'aaaaaa', 1), { sizeRange: 'ONE_TO_TEN', timeZone: 'UTC' }, null)).toEqual(
      [],
    );
  });
});
