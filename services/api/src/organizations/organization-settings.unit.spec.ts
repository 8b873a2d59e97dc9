import { regions } from '@plimsoll/contracts/organizations/regions';
import { username } from '@plimsoll/contracts/kernel/values/username';
import { addLocation } from './locations/add-location.rule.ts';
import { billingStatusOf } from '../billing/billing-status.ts';
import { changeCustomerConfig } from './change-customer-config.rule.ts';
import { changeExternalSystems } from './change-external-systems.rule.ts';
import { changeLocation } from './locations/change-location.rule.ts';
import { bySector, industries, sectorTitles } from './locations/industries.ts';
import type { MemberState } from '../members/member.ts';
import { organizationIdsFor } from './founding/organization-id.ts';
import type { Switches } from './organization.ts';
import { removeLocation } from './locations/remove-location.rule.ts';
import { setMemberIndustries } from '../members/set-member-industries.rule.ts';
import { setSubscriptionStatus } from './set-subscription-status.rule.ts';
import { switchModule } from './switch-module.rule.ts';

const guid = '019a0000-0000-7000-8000-0123456789ab';
const [alberta, ontario] = ['Alberta', 'Ontario'].map(
  (name) => regions.find((region) => region.name === name)!.guid,
) as [string, string];
const [soy, oil] = [industries[0]!.guid, industries[1]!.guid];

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
  const switches: Switches = {
    modules: new Set(['events']),
    customerConfig: {
      CUSTOM_EVENTS: true,
      REPORTING_GROUPS: true,
      WORKSITES: true,
      COVID_19_REPORTING: true,
      CONTRACTORS: false,
      KEEP_PHOTO_LOCATION: false,
      BILLING: true,
    },
  };

  test('a module is switched when it is the other way', () => {
    expect(switchModule(switches, { module: 'events', isEnabled: false })).toEqual([
      { type: 'OrganizationModuleSwitched', data: { module: 'events', isEnabled: false } },
    ]);
    expect(switchModule(switches, { module: 'events', isEnabled: true })).toEqual([]);
  });

  test('a feature is switched when it is the other way', () => {
    expect(changeCustomerConfig(switches, { code: 'CONTRACTORS', isEnabled: true })).toEqual([
      { type: 'CustomerConfigChanged', data: { code: 'CONTRACTORS', isEnabled: true } },
    ]);
    expect(changeCustomerConfig(switches, { code: 'CONTRACTORS', isEnabled: false })).toEqual([]);
  });
});

describe('where an organization operates', () => {
  const locations = new Map([[alberta, [soy]]]);

  test('a region is added once', () => {
    expect(addLocation({ locations }, { regionGuid: ontario, industryGuids: [soy, oil] })).toEqual([
      { type: 'LocationAdded', data: { regionGuid: ontario, industryGuids: [soy, oil] } },
    ]);
    expect(addLocation({ locations }, { regionGuid: alberta, industryGuids: [oil] })).toMatchObject({
      refused: 'DuplicateIndustryAssociation',
      fieldErrors: [{ field: 'regionGuid' }],
    });
  });

  test('a region and industries are those that there are', () => {
    expect(addLocation({ locations }, { regionGuid: guid, industryGuids: [] })).toMatchObject({
      refused: 'RegionNotFound',
      fieldErrors: [{ field: 'regionGuid' }],
    });
    expect(addLocation({ locations }, { regionGuid: ontario, industryGuids: [soy, guid] })).toMatchObject({
      refused: 'IndustryNotFound',
      fieldErrors: [{ field: 'industryGuids.1' }],
    });
    expect(addLocation({ locations }, { regionGuid: ontario, industryGuids: [soy, soy] })).toMatchObject({
      refused: 'DuplicateIndustryAssociation',
      fieldErrors: [{ field: 'industryGuids.1' }],
    });
  });

  test('its industries change, unless they are the same', () => {
    expect(changeLocation({ locations }, { regionGuid: alberta, industryGuids: [oil] })).toEqual([
      { type: 'LocationChanged', data: { regionGuid: alberta, industryGuids: [oil] } },
    ]);
    expect(
      changeLocation(
        { locations: new Map([[alberta, [soy, oil]]]) },
        { regionGuid: alberta, industryGuids: [oil, soy] },
      ),
    ).toEqual([]);
    expect(changeLocation({ locations }, { regionGuid: ontario, industryGuids: [oil, oil] })).toMatchObject({
      refused: 'NoIndustryAssociation',
    });
    expect(changeLocation({ locations }, { regionGuid: ontario, industryGuids: [guid] })).toMatchObject({
      refused: 'IndustryNotFound',
    });
    expect(changeLocation({ locations }, { regionGuid: alberta, industryGuids: [oil, oil] })).toMatchObject({
      refused: 'DuplicateIndustryAssociation',
    });
  });

  test('it is removed once', () => {
    expect(removeLocation({ locations }, alberta)).toEqual([
      { type: 'LocationRemoved', data: { regionGuid: alberta } },
    ]);
    expect(removeLocation({ locations }, ontario)).toMatchObject({ refused: 'NoIndustryAssociation' });
  });

  test('a member’s industries are theirs while they are one', () => {
    const member = {
      state: 'MEMBER',
      isAdmin: false,
      userGroups: ['Standard'],
      permissions: null,
      reportingGroupGuid: null,
      isOnboarded: true,
    } satisfies MemberState as MemberState;
    expect(setMemberIndustries({ member, industryGuids: [] }, { userGuid: guid, industryGuids: [soy] })).toHaveLength(
      1,
    );
    expect(
      setMemberIndustries({ member, industryGuids: [oil, soy] }, { userGuid: guid, industryGuids: [soy, oil] }),
    ).toEqual([]);
    expect(setMemberIndustries({ member, industryGuids: [] }, { userGuid: guid, industryGuids: [guid] })).toMatchObject(
      { refused: 'IndustryNotFound' },
    );
    expect(
      setMemberIndustries(
        { member: { state: 'REMOVED' }, industryGuids: [] },
        { userGuid: guid, industryGuids: [guid] },
      ),
    ).toMatchObject({ refused: 'NotAMember' });
  });
});

test('external systems are replaced as a whole; the same again writes nothing', () => {
  const courses = { title: 'Courses', url: 'https://courses.example.test/', kind: 'INTRAC' as const };
  expect(changeExternalSystems({ externalSystems: [] }, [courses])).toEqual([
    { type: 'ExternalSystemsChanged', data: { systems: [courses] } },
  ]);
  expect(changeExternalSystems({ externalSystems: [courses] }, [{ ...courses }])).toEqual([]);
  expect(changeExternalSystems({ externalSystems: [courses] }, [])).toHaveLength(1);
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

  test('is said once, but for a trial, whose days count from then on', () => {
    expect(setSubscriptionStatus({ subscription: active }, active)).toEqual([]);
    expect(setSubscriptionStatus({ subscription: active }, trial)).toHaveLength(1);
    expect(setSubscriptionStatus({ subscription: trial }, trial)).toHaveLength(1);
  });

  test('is unknown until it is said', () => {
    expect(billingStatusOf({ ...unsaid, subscription: null }, null, new Date())).toEqual(unknown);
  });

  test.each([
    ['2026-03-02T06:59:00.000Z', 14],
    ['2026-03-02T07:01:00.000Z', 13],
    ['2026-03-14T12:00:00.000Z', 1],
    ['2026-03-15T12:00:00.000Z', 0],
    ['2027-01-01T12:00:00.000Z', 0],
  ])('at %s a trial of 14 days, said on 1 March in Edmonton, has %i left', (now, days) => {
    const { freeTrialRemainingDays } = billingStatusOf(
      { ...unsaid, subscription: { ...trial, saidAt: '2026-03-01T20:00:00.000Z' } },
      null,
      new Date(now),
    );
    expect(freeTrialRemainingDays).toBe(days);
  });
});
