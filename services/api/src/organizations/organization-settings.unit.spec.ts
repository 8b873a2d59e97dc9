import { regions } from '@plimsoll/contracts/organizations/regions';
import { username } from '@plimsoll/contracts/kernel/values/username';
import { given } from '../../test/given-when-then.ts';
import { addLocation } from './locations/add-location.rule.ts';
import { billingStatusOf } from '../billing/billing-status.ts';
import { changeCustomerConfig } from './change-customer-config.rule.ts';
import { changeExternalSystems } from './change-external-systems.rule.ts';
import { changeLocation } from './locations/change-location.rule.ts';
import { bySector, industries, sectorTitles } from './locations/industries.ts';
import { organizationIdsFor } from './founding/organization-id.ts';
import { organizationDecider, type Organization } from './organization.ts';
import { removeLocation } from './locations/remove-location.rule.ts';
import { setMemberIndustries, type MemberWithIndustries } from '../members/set-member-industries.rule.ts';
import { memberIndustriesDecider } from '../members/set-member-industries.ts';
import { setSubscriptionStatus, type SubscriptionState } from './set-subscription-status.rule.ts';
import { switchModule } from './switch-module.rule.ts';

const guid = '019a0000-0000-7000-8000-0123456789ab';
const [alberta, ontario] = ['Alberta', 'Ontario'].map(
  (name) => regions.find((region) => region.name === name)!.guid,
) as [string, string];
const [soy, oil] = [industries[0]!.guid, industries[1]!.guid];
const organization = (...events: { type: string; data: object }[]) =>
  given(organizationDecider, [
    {
      type: 'OrganizationCreated',
      data: {
        name: 'Works',
        username: null,
        sizeRange: 'ONE_TO_TEN',
        timeZone: 'UTC',
        onboardingStatus: 'ONBOARDED',
        modules: ['events'],
      },
    },
    ...events,
  ]);

describe('the industries', () => {
  test('are the 1,012 of NAICS 2022, each in one of its 20 sectors', () => {
    expect(industries).toHaveLength(1_012);
    expect(new Set(industries.map((industry) => industry.guid)).size).toBe(1_012);
    expect(sectorTitles).toHaveLength(20);
    expect(new Set(industries.map(({ sectorTitle }) => sectorTitle))).toEqual(new Set(sectorTitles));
    expect(industries.filter(({ code }) => !/^\d{6}$/.test(code))).toEqual([]);
  });

  test.each([
    ['111110', 'Soybean Farming', 'Agriculture, Forestry, Fishing and Hunting'],
    ['311111', 'Dog and Cat Food Manufacturing', 'Manufacturing'],
    ['339999', 'All Other Miscellaneous Manufacturing', 'Manufacturing'],
    ['455110', 'Department Stores', 'Retail Trade'],
    ['493110', 'General Warehousing and Storage', 'Transportation and Warehousing'],
    ['928120', 'International Affairs', 'Public Administration'],
  ])('%s is %s, of %s', (code, title, sectorTitle) => {
    expect(industries.find((industry) => industry.code === code)).toMatchObject({ title, sectorTitle });
  });

  test('are listed by sector, each once, in the order of their codes', () => {
    const department = industries.find(({ code }) => code === '455110')!.guid;
    expect(
      bySector([department, oil, soy, oil]).map(({ sectorTitle, industries: its }) => [
        sectorTitle,
        its.map(({ code }) => code),
      ]),
    ).toEqual([
      ['Agriculture, Forestry, Fishing and Hunting', ['111110', '111120']],
      ['Retail Trade', ['455110']],
    ]);
    expect(bySector([guid])).toEqual([]);
  });
});

describe('an ID is made from a name', () => {
  test.each([
    ['Northern Rigging Ltd.', 'northern-rigging-ltd'],
    ['Śląska Łódź & Søn', 'slaska-lodz-and-son'],
    ['  O’Neil’s  Yard  ', 'oneils-yard'],
    ['Acme', 'acme-organization'],
    ['安全', 'organization'],
    ['--- a', 'a-organization'],
    ['A'.repeat(200), 'a'.repeat(40)],
    ['a'.repeat(39) + ' bc', 'a'.repeat(39)],
  ])('%s: %s', (name, id) => {
    expect(organizationIdsFor(name, guid)[0]).toBe(id);
  });

  test('and with others after it, all of which are IDs', () => {
    expect(organizationIdsFor('Northern Rigging', guid)).toEqual([
      'northern-rigging',
      'northern-rigging-2',
      'northern-rigging-3',
      'northern-rigging-0123456789ab',
    ]);
    for (const name of [
      'Acme',
      '安全',
      'x'.repeat(200),
      'a'.repeat(27) + ' ' + 'b'.repeat(40),
      'Ünïcödé — works',
      '0',
    ]) {
      for (const id of organizationIdsFor(name, guid))
        expect([name, id, username.safeParse(id).success]).toEqual([name, id, true]);
    }
  });
});

describe('switches', () => {
  test('a module is switched when it is the other way', () => {
    const change = (isEnabled: boolean) => (state: Organization | null) =>
      switchModule(state!, { module: 'events', isEnabled });
    organization()
      .when(change(false))
      .then([{ type: 'OrganizationModuleSwitched', data: { module: 'events', isEnabled: false } }]);
    organization().when(change(true)).then([]);
  });

  test('a feature is switched when it is the other way', () => {
    const change = (isEnabled: boolean) => (state: Organization | null) =>
      changeCustomerConfig(state!, { code: 'CONTRACTORS', isEnabled });
    organization()
      .when(change(true))
      .then([{ type: 'CustomerConfigChanged', data: { code: 'CONTRACTORS', isEnabled: true } }]);
    organization().when(change(false)).then([]);
  });
});

describe('where an organization operates', () => {
  const inAlberta = (...industryGuids: string[]) =>
    organization({ type: 'LocationAdded', data: { regionGuid: alberta, industryGuids } });
  const add = (regionGuid: string, industryGuids: string[]) => (state: Organization | null) =>
    addLocation(state!, { regionGuid, industryGuids });
  const change = (regionGuid: string, industryGuids: string[]) => (state: Organization | null) =>
    changeLocation(state!, { regionGuid, industryGuids });
  const remove = (regionGuid: string) => (state: Organization | null) => removeLocation(state!, regionGuid);

  test('a region is added once', () => {
    inAlberta(soy)
      .when(add(ontario, [soy, oil]))
      .then([{ type: 'LocationAdded', data: { regionGuid: ontario, industryGuids: [soy, oil] } }]);
    inAlberta(soy)
      .when(add(alberta, [oil]))
      .thenMatch({ refused: 'DuplicateIndustryAssociation', fieldErrors: [{ field: 'regionGuid' }] });
  });

  test('a region and industries are those that there are', () => {
    inAlberta(soy)
      .when(add(guid, []))
      .thenMatch({ refused: 'RegionNotFound', fieldErrors: [{ field: 'regionGuid' }] });
    inAlberta(soy)
      .when(add(ontario, [soy, guid]))
      .thenMatch({ refused: 'IndustryNotFound', fieldErrors: [{ field: 'industryGuids.1' }] });
    inAlberta(soy)
      .when(add(ontario, [soy, soy]))
      .thenMatch({ refused: 'DuplicateIndustryAssociation', fieldErrors: [{ field: 'industryGuids.1' }] });
  });

  test('its industries change, unless they are the same', () => {
    inAlberta(soy)
      .when(change(alberta, [oil]))
      .then([{ type: 'LocationChanged', data: { regionGuid: alberta, industryGuids: [oil] } }]);
    inAlberta(soy, oil)
      .when(change(alberta, [oil, soy]))
      .then([]);
    inAlberta(soy)
      .when(change(ontario, [oil, oil]))
      .thenMatch({ refused: 'NoIndustryAssociation' });
    inAlberta(soy)
      .when(change(ontario, [guid]))
      .thenMatch({ refused: 'IndustryNotFound' });
    inAlberta(soy)
      .when(change(alberta, [oil, oil]))
      .thenMatch({ refused: 'DuplicateIndustryAssociation' });
  });

  test('it is removed once', () => {
    inAlberta(soy)
      .when(remove(alberta))
      .then([{ type: 'LocationRemoved', data: { regionGuid: alberta } }]);
    inAlberta(soy).when(remove(ontario)).thenMatch({ refused: 'NoIndustryAssociation' });
  });

  test('a member’s industries are theirs while they are one', () => {
    const member = (...events: { type: string; data: object }[]) =>
      given(memberIndustriesDecider, [
        {
          type: 'MemberJoined',
          data: { isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: null, isOnboarded: true },
        },
        ...events,
      ]);
    const changed = (...industryGuids: string[]) => ({
      type: 'MemberIndustriesChanged' as const,
      data: { userGuid: guid, industryGuids },
    });
    const set =
      (...industryGuids: string[]) =>
      (state: MemberWithIndustries) =>
        setMemberIndustries(state, { userGuid: guid, industryGuids });
    member()
      .when(set(soy))
      .then([changed(soy)]);
    member(changed(oil, soy)).when(set(soy, oil)).then([]);
    member().when(set(guid)).thenMatch({ refused: 'IndustryNotFound' });
    member({ type: 'MemberRemoved', data: { userGuid: guid } })
      .when(set(guid))
      .thenMatch({ refused: 'NotAMember' });
  });
});

test('external systems are replaced as a whole; the same again writes nothing', () => {
  const courses = { title: 'Courses', url: 'https://courses.example.test/', kind: 'INTRAC' as const };
  const changed = (systems: (typeof courses)[]) => ({ type: 'ExternalSystemsChanged', data: { systems } });
  const change = (systems: (typeof courses)[]) => (state: Organization | null) =>
    changeExternalSystems(state!, systems);
  organization()
    .when(change([courses]))
    .then([changed([courses])]);
  organization(changed([courses]))
    .when(change([{ ...courses }]))
    .then([]);
  organization(changed([courses]))
    .when(change([]))
    .then([changed([])]);
});

describe('a subscription', () => {
  const trial = {
    status: 'IN_FREE_TRIAL',
    freeTrialRemainingDays: 14,
    planName: 'Standard',
    nextBillingDate: null,
  } as const;
  const active = { ...trial, status: 'ACTIVE', freeTrialRemainingDays: null } as const;
  const unsaid = {
    guid: '01900000-0000-7000-8000-000000000004',
    billing: null,
    timeZone: 'America/Edmonton',
    customerConfig: [],
    billingSwitchedOnAt: null,
  };
  const unknown = {
    subscriptionStatus: 'UNKNOWN',
    planName: null,
    freeTrialRemainingDays: null,
    nextBillingDate: null,
    accessUntil: null,
    isWalled: false,
    showsTrialBanner: false,
  };

  test('is set once, but for a trial, whose days count from then on', () => {
    const statusSet = (data: SubscriptionState) => ({ type: 'SubscriptionStatusSet', data });
    const set = (status: SubscriptionState) => (state: Organization | null) => setSubscriptionStatus(state!, status);
    organization(statusSet(active)).when(set(active)).then([]);
    organization(statusSet(active))
      .when(set(trial))
      .then([statusSet(trial)]);
    organization(statusSet(trial))
      .when(set(trial))
      .then([statusSet(trial)]);
  });

  test('is unknown until it is set', () => {
    expect(billingStatusOf({ ...unsaid, subscription: null }, null, new Date())).toEqual(unknown);
  });

  test.each([
    ['2026-03-02T06:59:00.000Z', 14],
    ['2026-03-02T07:01:00.000Z', 13],
    ['2026-03-14T12:00:00.000Z', 1],
    ['2026-03-15T12:00:00.000Z', 0],
    ['2027-01-01T12:00:00.000Z', 0],
  ])('at %s a trial of 14 days, set on 1 March in Edmonton, has %i left', (now, days) => {
    const { freeTrialRemainingDays } = billingStatusOf(
      { ...unsaid, subscription: { ...trial, saidAt: '2026-03-01T20:00:00.000Z' } },
      null,
      new Date(now),
    );
    expect(freeTrialRemainingDays).toBe(days);
  });
});
