import { modulesAtFirst } from '@plimsoll/contracts/organizations/features';
import { given } from '../../test/given-when-then.ts';
import { beginOrganization } from './founding/complete-organization.rule.ts';
import { registerFounding, type FoundingInput } from './founding/found-organization.ts';
import { entryDecider, type OrganizationEntry } from './founding/organization-entry.ts';
import { organizationDecider, type Organization } from './organization.ts';
import { setNames, updateOrganization, type Names, type OrganizationChanges } from './update-organization.ts';

const organizationGuid = '019a0000-0000-7000-8000-000000000001';
const userGuid = '019a0000-0000-7000-8000-000000000002';
const founding: FoundingInput = {
  organizationGuid,
  name: 'Quay Works',
  sizeRange: 'ONE_TO_TEN',
  timeZone: 'America/Edmonton',
  utmCodes: { utmSource: 'x' },
};
type Given = { type: string; data: object };
/** What is entered in the installation's log. */
const entered = (name: string, username: string | null, ...changes: Given[]) =>
  given(entryDecider, [
    {
      type: 'OrganizationRegistered',
      data: { organizationGuid, name, username, founderGuid: userGuid, founding: null, utmCodes: null },
    },
    ...changes,
  ]);
/** What the organization's own log says. */
const own = (name: string, username: string | null, ...changes: Given[]) =>
  given(organizationDecider, [
    {
      type: 'OrganizationCreated',
      data: {
        name,
        username,
        sizeRange: 'ONE_TO_TEN',
        timeZone: 'UTC',
        onboardingStatus: 'NOT_ONBOARDED',
        modules: [],
      },
    },
    ...changes,
  ]);
const registeredName = (name: string) => ({ type: 'RegisteredNameChanged', data: { organizationGuid, name } });
const registeredId = (username: string) => ({ type: 'RegisteredIdChanged', data: { organizationGuid, username } });
const renamed = (name: string, entryRevision: number) => ({
  type: 'OrganizationRenamed',
  data: { name, entryRevision },
});
const idChanged = (username: string, entryRevision: number) => ({
  type: 'OrganizationIdChanged',
  data: { username, entryRevision },
});

describe('founding', () => {
  test('is entered with all that is needed to complete it', () => {
    const registered = {
      organizationGuid,
      name: 'Quay Works',
      username: 'quay-works',
      founderGuid: userGuid,
      founding: { sizeRange: 'ONE_TO_TEN', timeZone: 'America/Edmonton' },
      utmCodes: { utmSource: 'x' },
    } as const;
    given(entryDecider)
      .when((entry) => registerFounding(founding, userGuid, 'quay-works', entry))
      .then([{ type: 'OrganizationRegistered', data: registered }]);
    const founder = {
      userGuid,
      name: 'Nora Reef',
      emailAddress: 'nora@example.test',
      currencyCode: 'AUD',
      channelPartner: 'harbour',
      utmCodes: null,
    } as const;
    expect(beginOrganization({ registered }, founder)).toEqual([
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
    entered('Quay Works', 'quay-works')
      .when((entry) => registerFounding(founding, userGuid, 'quay-works', entry))
      .then({ refused: 'DuplicateGuid' });
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
  const set = (names: Names) => (entry: OrganizationEntry | null) =>
    setNames(organizationGuid, names, 'Quay Works', entry);
  const update = (changes: OrganizationChanges, entry: OrganizationEntry | null) => (state: Organization | null) =>
    updateOrganization(state!, changes, entry);

  test('is settled where it differs', () => {
    entered('Quay Works', 'quay-works')
      .when(set({ name: 'Quay', username: 'quay-works' }))
      .then([registeredName('Quay')]);
    entered('Quay Works', 'quay-works')
      .when(set({ username: 'Quay-Works' }))
      .then([registeredId('Quay-Works')]);
    entered('Quay Works', null)
      .when(set({ name: 'Quay Works' }))
      .then([]);
  });

  test('of one that was there before is entered when it first changes', () => {
    given(entryDecider)
      .when(set({ username: 'quay-works' }))
      .thenMatch([
        {
          type: 'OrganizationRegistered',
          data: { name: 'Quay Works', username: 'quay-works', founderGuid: null, founding: null },
        },
      ]);
  });

  test('follows the entry, and never from a newer to an older one, in whichever order commands arrive', () => {
    const { state: entry } = entered('A', 'aaaaaa', registeredName('B'), registeredId('bbbbbb'));
    const following = [renamed('B', 2), idChanged('bbbbbb', 3)];
    own('A', 'aaaaaa').when(update({}, entry)).then(following);
    own('A', 'aaaaaa', renamed('C', 4), idChanged('cccccc', 4)).when(update({}, entry)).then([]);
    own('A', 'aaaaaa', ...following)
      .when(update({}, entry))
      .then([]);
    own('Before', null)
      .when(update({}, entered('Before', null).state))
      .then([]);
  });

  test('changes in one go with all the rest, an event for each', () => {
    own('A', 'aaaaaa')
      .when(
        update(
          { name: 'B', sizeRange: 'OVER_TWO_HUNDRED', timeZone: 'America/Toronto', onboardingStatus: 'ONBOARDED' },
          entered('A', 'aaaaaa', registeredName('B')).state,
        ),
      )
      .then([
        renamed('B', 2),
        { type: 'OrganizationSizeChanged', data: { sizeRange: 'OVER_TWO_HUNDRED' } },
        { type: 'OrganizationTimeZoneChanged', data: { timeZone: 'America/Toronto' } },
        { type: 'OrganizationOnboarded', data: {} },
      ]);
    own('A', 'aaaaaa')
      .when(update({ sizeRange: 'ONE_TO_TEN', timeZone: 'UTC' }, null))
      .then([]);
  });
});
