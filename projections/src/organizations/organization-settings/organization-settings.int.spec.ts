import { randomUUID } from 'node:crypto';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { incidentReported, memberJoined, organizationCreated } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { FindOrganizationsCalled, FindOrganizationsCalledHandler } from '../organization-directory/query.ts';
import {
  FindMemberIndustries,
  FindMemberIndustriesHandler,
  FindOrganization,
  FindOrganizationHandler,
  FindOrganizationNames,
  FindOrganizationNamesHandler,
  type Organization,
} from './query.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

const find = (tenant: string) => new FindOrganizationHandler(log.reader).execute(new FindOrganization(tenant));
const create = (tenant: string, name: string, about: object = {}) =>
  log.tell({
    tenant,
    stream: tenant,
    at: '2026-03-01T02:00:00.000Z',
    event: organizationCreated(tenant, { name, modules: ['dashboard', 'events'], ...about }),
  });

test('an organization has its features as shipped until it changes them, its worksites by name, and its groups with their members', async () => {
  const tenant = randomUUID();
  const group = randomUUID();
  await create(tenant, 'Northern Rigging');
  await log.tell({
    tenant,
    stream: tenant,
    event: { type: 'OrganizationModuleSwitched', data: { module: 'events', isEnabled: false } },
  });
  await log.project();
  await log.tell({
    tenant,
    stream: tenant,
    event: { type: 'OrganizationModuleSwitched', data: { module: 'credentials', isEnabled: true } },
  });
  await log.tell({
    tenant,
    stream: tenant,
    event: { type: 'CustomerConfigChanged', data: { code: 'CONTRACTORS', isEnabled: true } },
  });
  for (const name of ['yard', 'Camp']) {
    const worksiteGuid = randomUUID();
    await log.tell({
      tenant,
      stream: worksiteGuid,
      event: {
        type: 'WorksiteCreated',
        data: { worksiteGuid, name, regionGuid: null, address: '1 Road', timeZone: null, emergencyPhone: null },
      },
    });
  }
  await log.tell({
    tenant,
    stream: group,
    event: { type: 'ReportingGroupCreated', data: { reportingGroupGuid: group, name: 'Crew', description: null } },
  });
  const [stays, leaves] = [randomUUID(), randomUUID()];
  for (const userGuid of [stays, leaves]) {
    await log.tell({ tenant, stream: userGuid, event: memberJoined(userGuid, 'A', { reportingGroupGuid: group }) });
  }
  await log.tell({ tenant, stream: leaves, event: { type: 'MemberRemoved', data: { userGuid: leaves } } });
  await log.project();

  const organization = (await find(tenant))!;
  expect(organization).toMatchObject({
    guid: tenant,
    name: 'Northern Rigging',
    timeZone: 'America/Edmonton',
    createdDate: '2026-02-28',
    customerConfig: expect.arrayContaining([
      { code: 'CONTRACTORS', isEnabled: true },
      { code: 'WORKSITES', isEnabled: true },
    ]),
    worksites: [{ name: 'Camp', address: '1 Road' }, { name: 'yard' }],
    reportingGroups: [{ guid: group, name: 'Crew', description: null, status: 'ACTIVE', memberCount: 1 }],
  });
  expect(organization.modules.filter(({ isEnabled }) => isEnabled).map(({ code }) => code)).toEqual([
    'dashboard',
    'credentials',
  ]);
  expect(await find(randomUUID())).toBeNull();
});

test('a cached organization equals a fresh query, whatever happened in between', async () => {
  const tenant = randomUUID();
  const [group, other, site, person, incident] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const asking = new FindOrganizationHandler(log.reader);
  const found = async () => (await asking.execute(new FindOrganization(tenant)))!;
  const keeping = new FindOrganizationHandler(log.reader);
  const cached = () => keeping.execute(new FindOrganization(tenant, 'IF_CHANGED'));
  await create(tenant, 'Northern Rigging');
  await log.project();
  const happened: [string, Parameters<typeof log.tell>[0]['event']][] = [
    [
      site,
      {
        type: 'WorksiteCreated',
        data: {
          worksiteGuid: site,
          name: 'Yard',
          regionGuid: null,
          address: '1 Road',
          timeZone: null,
          emergencyPhone: null,
        },
      },
    ],
    [group, { type: 'ReportingGroupCreated', data: { reportingGroupGuid: group, name: 'Crew', description: null } }],
    [other, { type: 'ReportingGroupCreated', data: { reportingGroupGuid: other, name: 'Night', description: null } }],
    [person, memberJoined(person, 'A', { reportingGroupGuid: group })],
    [incident, incidentReported({ reporterGuid: person, reportingGroupGuid: group, worksiteGuid: site })],
    [group, { type: 'ReportingGroupArchived', data: { reassignedToGuid: other, memberCount: 1, eventCount: 1 } }],
    [person, { type: 'MemberRemoved', data: { userGuid: person } }],
    [site, { type: 'WorksiteRemoved', data: {} }],
    [tenant, { type: 'OrganizationRenamed', data: { name: 'Southern Rigging', entryRevision: 2 } }],
    [tenant, { type: 'CustomerConfigChanged', data: { code: 'CUSTOM_EVENTS', isEnabled: false } }],
    [
      tenant,
      {
        type: 'SubscriptionStatusSet',
        data: { status: 'IN_FREE_TRIAL', freeTrialRemainingDays: 14, planName: 'Standard', nextBillingDate: null },
      },
    ],
  ];
  expect(await cached()).toMatchObject({
    name: 'Northern Rigging',
    worksites: [],
    formsSwitchedOff: [],
    subscription: null,
  });
  for (const [stream, event] of happened) {
    await log.tell({ tenant, stream, event });
    await log.project();
    const { worksites, reportingGroups } = await found();
    expect({ worksites, reportingGroups }).toEqual(
      await find(tenant).then((reloaded) => ({
        worksites: reloaded!.worksites,
        reportingGroups: reloaded!.reportingGroups,
      })),
    );
    // Nothing has happened since.
    expect((await found()).reportingGroups).toBe(reportingGroups);
    const whole = await cached();
    expect(whole).toEqual(await find(tenant));
    expect(await cached()).toBe(whole);
  }
  expect(await cached()).toMatchObject({
    name: 'Southern Rigging',
    formsSwitchedOff: [{ code: 'CUSTOM_EVENTS' }],
    subscription: { status: 'IN_FREE_TRIAL' },
  });
  expect((await found()).reportingGroups).toMatchObject([
    { name: 'Crew', status: 'ARCHIVED', eventCount: 0, memberCount: 0 },
    { name: 'Night', eventCount: 1, memberCount: 0 },
  ]);
});

/** Without counts, which change with every event. */
const butForCounts = ({ worksites, reportingGroups, ...others }: Organization): object => ({
  ...others,
  worksites: worksites.map(({ eventCount: _, ...worksite }) => worksite),
  reportingGroups: reportingGroups.map(({ eventCount: _, memberCount: __, ...group }) => group),
});

test('a query without counts returns everything else up to date, and no unit is read again until an event concerns one', async () => {
  const tenant = randomUUID();
  const [group, other, third, site, person] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const deciding = new FindOrganizationHandler(log.reader);
  const known = async () => (await deciding.execute(new FindOrganization(tenant, 'BUT_FOR_COUNTS')))!;
  expect(await deciding.execute(new FindOrganization(tenant, 'BUT_FOR_COUNTS'))).toBeNull();
  await create(tenant, 'Northern Rigging');
  await log.project();
  const groupCreated = (reportingGroupGuid: string, name: string) => ({
    type: 'ReportingGroupCreated',
    data: { reportingGroupGuid, name, description: null },
  });
  const ofUnits: [string, Parameters<typeof log.tell>[0]['event']][] = [
    [
      site,
      {
        type: 'WorksiteCreated',
        data: {
          worksiteGuid: site,
          name: 'Yard',
          regionGuid: null,
          address: '1 Road',
          timeZone: null,
          emergencyPhone: null,
        },
      },
    ],
    [
      site,
      {
        type: 'WorksiteDetailsChanged',
        data: { regionGuid: null, address: '2 Road', timeZone: null, emergencyPhone: null },
      },
    ],
    [group, groupCreated(group, 'Crew')],
    [other, groupCreated(other, 'Night')],
    [third, groupCreated(third, 'Day')],
    [group, { type: 'ReportingGroupArchived', data: { reassignedToGuid: other, memberCount: 0, eventCount: 0 } }],
    // References to the first group now mean the third one, which has no other event.
    [other, { type: 'ReportingGroupArchived', data: { reassignedToGuid: third, memberCount: 0, eventCount: 0 } }],
    [site, { type: 'WorksiteRemoved', data: {} }],
  ];
  const ofOthers: typeof ofUnits = [
    [person, memberJoined(person, 'A', { reportingGroupGuid: third })],
    [randomUUID(), incidentReported({ reporterGuid: person, reportingGroupGuid: third })],
    [tenant, { type: 'OrganizationRenamed', data: { name: 'Southern Rigging', entryRevision: 2 } }],
    [tenant, { type: 'CustomerConfigChanged', data: { code: 'CUSTOM_EVENTS', isEnabled: false } }],
  ];
  for (const [index, [stream, event]] of [...ofUnits, ...ofOthers].entries()) {
    const before = await known();
    await log.tell({ tenant, stream, event });
    await log.project();
    const now = await known();
    expect(butForCounts(now)).toEqual(butForCounts((await find(tenant))!));
    expect(now.reportingGroups === before.reportingGroups).toBe(index >= ofUnits.length);
  }
  expect(await known()).toMatchObject({
    name: 'Southern Rigging',
    reportingGroups: [{ name: 'Crew', reassignedToGuid: third }, { name: 'Day' }, { name: 'Night' }],
  });
});

test('an organization is what its own log says last: its names, its locations, its subscription status', async () => {
  const tenant = randomUUID();
  const [here, there, industry] = [randomUUID(), randomUUID(), randomUUID()];
  await create(tenant, 'Northern Rigging', { username: 'northern-rigging', onboardingStatus: 'NOT_ONBOARDED' });
  const tell = (type: string, data: object) =>
    log.tell({ tenant, stream: tenant, event: { type, data }, at: '2026-03-02T02:00:00.000Z' });
  await tell('LocationAdded', { regionGuid: here, industryGuids: [] });
  await tell('LocationAdded', { regionGuid: there, industryGuids: [industry] });
  await log.project();
  expect(await find(tenant)).toMatchObject({
    username: 'northern-rigging',
    sizeRange: 'ONE_TO_TEN',
    onboardingStatus: 'NOT_ONBOARDED',
    externalSystems: [],
    subscription: null,
    revision: 3,
    locations: [
      { regionGuid: here, industryGuids: [] },
      { regionGuid: there, industryGuids: [industry] },
    ],
  });
  const system = { title: 'Courses', url: 'https://courses.example.com', kind: 'INTRAC' };
  await tell('OrganizationRenamed', { name: 'Southern Rigging', entryRevision: 2 });
  await tell('OrganizationIdChanged', { username: 'southern-rigging', entryRevision: 3 });
  await tell('OrganizationSizeChanged', { sizeRange: 'OVER_TWO_HUNDRED' });
  await tell('OrganizationTimeZoneChanged', { timeZone: 'Australia/Perth' });
  await tell('OrganizationOnboarded', {});
  await tell('ExternalSystemsChanged', { systems: [system] });
  await tell('LocationChanged', { regionGuid: here, industryGuids: [industry] });
  await tell('LocationRemoved', { regionGuid: there });
  await tell('LocationAdded', { regionGuid: there, industryGuids: [] });
  await tell('LocationRemoved', { regionGuid: here });
  await tell('LocationAdded', { regionGuid: here, industryGuids: [] });
  await tell('SubscriptionStatusSet', {
    status: 'IN_FREE_TRIAL',
    freeTrialRemainingDays: 14,
    planName: 'Standard',
    nextBillingDate: null,
  });
  await log.project();
  expect(await find(tenant)).toMatchObject({
    name: 'Southern Rigging',
    username: 'southern-rigging',
    sizeRange: 'OVER_TWO_HUNDRED',
    timeZone: 'Australia/Perth',
    onboardingStatus: 'ONBOARDED',
    externalSystems: [system],
    revision: 15,
    // A location that was removed and added again is as old as its return.
    locations: [
      { regionGuid: there, industryGuids: [] },
      { regionGuid: here, industryGuids: [] },
    ],
    subscription: {
      status: 'IN_FREE_TRIAL',
      freeTrialRemainingDays: 14,
      planName: 'Standard',
      nextBillingDate: null,
      saidAt: '2026-03-02T02:00:00.000Z',
    },
  });
});

test('a member works in the industries that were said last, until they leave', async () => {
  const [tenant, userGuid, stream, industry] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const industries = async () => {
    await log.project();
    return new FindMemberIndustriesHandler(log.reader).execute(new FindMemberIndustries(tenant, userGuid));
  };
  await log.tell({ tenant, stream, event: memberJoined(userGuid, 'A') });
  expect(await industries()).toEqual([]);
  await log.tell({
    tenant,
    stream,
    event: { type: 'MemberIndustriesChanged', data: { userGuid, industryGuids: [industry] } },
  });
  expect(await industries()).toEqual([industry]);
  await log.tell({ tenant, stream, event: { type: 'MemberRemoved', data: { userGuid } } });
  await log.tell({ tenant, stream, event: memberJoined(userGuid, 'A') });
  expect(await industries()).toEqual([]);
});

test('an organization is found by its whole name or ID as they are by now, in any case, and five at most', async () => {
  const found = async (words: string) =>
    new FindOrganizationsCalledHandler(log.reader).execute(new FindOrganizationsCalled(words));
  const tell = (organizationGuid: string, type: string, data: object) =>
    log.tell({
      tenant: INSTALLATION_TENANT,
      stream: organizationGuid,
      event: { type, data: { organizationGuid, ...data } },
    });
  const register = (organizationGuid: string, name: string, username: string | null) =>
    tell(organizationGuid, 'OrganizationRegistered', {
      name,
      username,
      founderGuid: null,
      founding: null,
      utmCodes: null,
    });
  const guid = randomUUID();
  await register(guid, 'Harbour Works', 'harbour-works');
  for (let count = 0; count < 7; count++) await register(randomUUID(), 'Many Works', null);
  await log.project();
  for (const words of ['HARBOUR works', 'Harbour-Works'])
    expect(await found(words)).toEqual([{ guid, name: 'Harbour Works' }]);
  for (const words of ['harbour', '%', '']) expect(await found(words)).toEqual([]);
  expect(await found('many works')).toHaveLength(5);
  await tell(guid, 'RegisteredNameChanged', { name: 'Quay Works' });
  await tell(guid, 'RegisteredIdChanged', { username: 'Quay-Works' });
  await log.project();
  for (const words of ['harbour works', 'harbour-works']) expect(await found(words)).toEqual([]);
  for (const words of ['quay works', 'quay-works']) expect(await found(words)).toEqual([{ guid, name: 'Quay Works' }]);
});

test('names of several organizations are found by their guids', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await create(one, 'One');
  await create(other, 'Other');
  await log.project();
  const names = await new FindOrganizationNamesHandler(log.reader).execute(
    new FindOrganizationNames([one, randomUUID(), other]),
  );
  expect(Object.fromEntries(names)).toEqual({ [one]: 'One', [other]: 'Other' });
});
