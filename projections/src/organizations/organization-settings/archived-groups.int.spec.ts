import { randomUUID } from 'node:crypto';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import { catalogueOf } from '@plimsoll/contracts/forms/form-catalogue';
import { incidentHistory as historySchema } from '@plimsoll/contracts/incidents/answers';
import { unitHistory as unitHistorySchema } from '@plimsoll/contracts/units/units';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { incidentReported, memberJoined, organizationCreated } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { ShowIncident, ShowIncidentHandler } from '../../incidents/incident-detail/query.ts';
import { ListIncidentHistory, ListIncidentHistoryHandler } from '../../incidents/incident-history/query.ts';
import { ListIncidents, ListIncidentsHandler } from '../../incidents/incident-list/query.ts';
import {
  FindMember,
  FindMemberHandler,
  FindMembershipsOf,
  FindMembershipsOfHandler,
} from '../../members/member-list/query.ts';
import { ListNotifications, ListNotificationsHandler } from '../../notifications/notification-list/query.ts';
import { projections } from '../../platform/projections.ts';
import { ListUnitHistory, ListUnitHistoryHandler } from '../../units/unit-history/query.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { FindOrganization, FindOrganizationHandler } from './query.ts';

let log: TestEventLog;
let list: ListIncidentsHandler;
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  list = new ListIncidentsHandler(log.reader);
});
afterAll(() => log?.close());

const everyone: Viewer = {
  userGuid: randomUUID(),
  isAdmin: true,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
};

/** An organization with three groups; the first has a member and an incident. */
async function scene() {
  const [tenant, night, day, site, marta] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  await log.tell({ tenant, stream: tenant, event: organizationCreated(tenant) });
  const scenario = {
    tenant,
    night,
    day,
    site,
    marta,
    event: randomUUID(),
    tell: (stream: string, type: string, data: object, by = marta) =>
      log.tell({ tenant, stream, by, event: { type, data } }),
    create: (reportingGroupGuid: string, name: string) =>
      scenario.tell(reportingGroupGuid, 'ReportingGroupCreated', { reportingGroupGuid, name, description: null }),
    archive: (guid: string, reassignedToGuid: string | null) =>
      scenario.tell(guid, 'ReportingGroupArchived', { reassignedToGuid, memberCount: 1, eventCount: 1 }),
    report: (reportingGroupGuid: string | null, event = randomUUID()) =>
      log.tell({
        tenant,
        stream: event,
        by: marta,
        event: incidentReported({ reporterGuid: marta, reportingGroupGuid }),
      }),
    groups: async () => {
      await log.project();
      const { reportingGroups } = (await new FindOrganizationHandler(log.reader).execute(
        new FindOrganization(tenant),
      ))!;
      return Object.fromEntries(
        reportingGroups.map(({ name, status, memberCount, eventCount, reassignedToGuid }) => [
          name,
          [status, memberCount, eventCount, reassignedToGuid],
        ]),
      );
    },
    found: async (...reportingGroupGuid: string[]) =>
      (await list.execute(new ListIncidents(tenant, everyone, { filter: { reportingGroupGuid } }))).totalCount,
    history: async (event: string) => {
      const answer = await new ListIncidentHistoryHandler(log.reader, catalogueOf(builtInForms)).execute(
        new ListIncidentHistory(tenant, await log.eventsOf(tenant, event)),
      );
      expect(() => historySchema.parse(answer)).not.toThrow();
      return answer.items;
    },
    of: async (unit: string) => {
      const history = await new ListUnitHistoryHandler(log.reader).execute(new ListUnitHistory(tenant, unit));
      expect(() => unitHistorySchema.parse(history)).not.toThrow();
      return history;
    },
  };
  await scenario.create(night, 'Night crew');
  await scenario.create(day, 'Day crew');
  await scenario.create(site, 'Site');
  await log.tell({
    tenant,
    stream: randomUUID(),
    event: memberJoined(marta, 'Marta Kowalczyk', { reportingGroupGuid: night }),
  });
  await scenario.report(night, scenario.event);
  return scenario;
}

test('from an archiving on a group’s guid means its target, in lists, filters, counts and memberships, and again when that is archived', async () => {
  const at = await scene();
  await at.report(at.day);
  expect(await at.groups()).toEqual({
    'Night crew': ['ACTIVE', 1, 1, null],
    'Day crew': ['ACTIVE', 0, 1, null],
    Site: ['ACTIVE', 0, 0, null],
  });
  expect([await at.found(at.night), await at.found(at.day), await at.found(at.night, at.day)]).toEqual([1, 1, 2]);

  await at.archive(at.night, at.day);
  expect(await at.groups()).toEqual({
    'Night crew': ['ARCHIVED', 0, 0, at.day],
    'Day crew': ['ACTIVE', 1, 2, null],
    Site: ['ACTIVE', 0, 0, null],
  });
  expect([await at.found(at.night), await at.found(at.day), await at.found(at.site)]).toEqual([2, 2, 0]);
  const detail = async () =>
    new ShowIncidentHandler(log.reader).execute(new ShowIncident(at.tenant, await log.eventsOf(at.tenant, at.event)));
  expect(await detail()).toMatchObject({ reportingGroupGuid: at.day, reportingGroupName: 'Day crew', revision: 1 });
  const memberships = async () => [
    (await new FindMemberHandler(log.reader).execute(new FindMember(at.tenant, at.marta)))!.reportingGroupGuid,
    (await new FindMembershipsOfHandler(log.reader).execute(new FindMembershipsOf(at.marta)))[0]!.reportingGroupGuid,
  ];
  expect(await memberships()).toEqual([at.day, at.day]);

  await at.archive(at.day, at.site);
  await at.report(at.night);
  expect(await at.groups()).toEqual({
    'Night crew': ['ARCHIVED', 0, 0, at.site],
    'Day crew': ['ARCHIVED', 0, 0, at.site],
    Site: ['ACTIVE', 1, 3, null],
  });
  expect([
    await at.found(at.night),
    await at.found(at.day),
    await at.found(at.site),
    await at.found(at.night, at.site),
  ]).toEqual([3, 3, 3, 3]);
  expect(await detail()).toMatchObject({ reportingGroupGuid: at.site, reportingGroupName: 'Site' });
  expect(await memberships()).toEqual([at.site, at.site]);
  expect(await log.comparedWithRebuild()).toMatchObject({ differences: [] });
});

test('reports without a reviewer are shown to members of the group that took them over', async () => {
  const at = await scene();
  const holder = (userGuid: string, reportingGroupGuid: string): Viewer => ({
    userGuid,
    isAdmin: false,
    permissions: new Set([
      'REVIEW_EVENTS',
      'MODIFY_EVENTS_ON_OTHERS_BEHALF',
      'VIEW_OTHER_USERS_EVENTS',
      'SEE_INJURY_DATA',
    ]),
    userGroupNames: [],
    reportingGroupGuid,
  });
  const now = new Date(Date.now() + 25 * 3_600_000);
  const scenario = async (viewer: Viewer) =>
    (
      await new ListNotificationsHandler(log.reader).execute(
        new ListNotifications(at.tenant, viewer, now.toISOString().slice(0, 10), now),
      )
    ).items.map(({ type }) => type);
  const foreman = holder(randomUUID(), at.day);
  await log.project();
  expect(await scenario(foreman)).toEqual([]);
  await at.archive(at.night, at.day);
  await log.project();
  expect(await scenario(foreman)).toEqual(['EVENT_WITHOUT_REVIEWER']);
  expect(await scenario(holder(randomUUID(), at.site))).toEqual([]);
});

test('an event’s history tells of the archivings of groups that it was in, and leaves its revisions alone', async () => {
  const at = await scene();
  const another = randomUUID();
  await at.report(at.day, another);
  await at.archive(at.night, at.day);
  const late = randomUUID();
  await at.report(at.night, late);
  await at.tell(at.event, 'IncidentAmended', { description: 'A foot.' });
  await at.archive(at.day, at.site);
  await at.tell(at.event, 'IncidentAmended', { reportingGroupGuid: null });
  await log.project();
  const summaryOf = (items: Awaited<ReturnType<typeof at.history>>) =>
    items.map(({ type, revision, changes }) => [
      type,
      revision,
      changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    ]);
  expect(summaryOf(await at.history(at.event))).toEqual([
    ['IncidentReported', 1, []],
    ['ReportingGroupArchived', 1, ['reportingGroupGuid: Night crew → Day crew']],
    ['IncidentAmended', 2, ['description: A hand was caught in the door. → A foot.']],
    ['ReportingGroupArchived', 2, ['reportingGroupGuid: Day crew → Site']],
    ['IncidentAmended', 3, ['reportingGroupGuid: Site → null']],
  ]);
  expect(summaryOf(await at.history(another))).toEqual([
    ['IncidentReported', 1, []],
    ['ReportingGroupArchived', 1, ['reportingGroupGuid: Day crew → Site']],
  ]);
  // It came after the first archiving, so its history does not include that.
  expect(summaryOf(await at.history(late))).toEqual([
    ['IncidentReported', 1, []],
    ['ReportingGroupArchived', 1, ['reportingGroupGuid: Day crew → Site']],
  ]);
  const { events } = await log.store.read(at.tenant, 0, 100);
  const scenario = (await at.history(at.event))[1]!;
  expect(scenario).toMatchObject({
    actor: { name: 'Marta Kowalczyk', kind: 'USER' },
    seal: events.find(({ type }) => type === 'ReportingGroupArchived')!.hash.slice(0, 8),
    comment: null,
  });
});

test('both groups’ histories tell of an archiving, with what the group had', async () => {
  const at = await scene();
  await at.tell(at.night, 'ReportingGroupRenamed', { name: 'Nights' });
  await at.tell(at.night, 'ReportingGroupDescriptionChanged', { description: 'By night' });
  await at.archive(at.night, at.day);
  await log.project();
  const archiving = {
    group: { guid: at.night, name: 'Nights' },
    reassignedTo: { guid: at.day, name: 'Day crew' },
    memberCount: 1,
    eventCount: 1,
  };
  expect(await at.of(at.night)).toMatchObject([
    {
      type: 'ReportingGroupCreated',
      revision: 1,
      changes: [{ field: 'name', from: null, to: 'Night crew' }],
      archiving: null,
      actor: { name: 'Marta Kowalczyk', kind: 'USER' },
    },
    { type: 'ReportingGroupRenamed', revision: 2, changes: [{ field: 'name', from: 'Night crew', to: 'Nights' }] },
    { type: 'ReportingGroupDescriptionChanged', changes: [{ field: 'description', from: null, to: 'By night' }] },
    { type: 'ReportingGroupArchived', changes: [], archiving },
  ]);
  expect(await at.of(at.day)).toMatchObject([
    { type: 'ReportingGroupCreated' },
    { type: 'ReportingGroupArchived', changes: [], archiving },
  ]);
  expect(await at.of(at.site)).toHaveLength(1);
  expect(await at.of(randomUUID())).toEqual([]);
});

test('a worksite counts the events at it, keeps its name when it is gone, and is no longer listed', async () => {
  const tenant = randomUUID();
  const [yard, camp, event, other] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
  await log.tell({ tenant, stream: tenant, event: organizationCreated(tenant) });
  const create = (worksiteGuid: string, name: string) =>
    log.tell({
      tenant,
      stream: worksiteGuid,
      event: {
        type: 'WorksiteCreated',
        data: { worksiteGuid, name, regionGuid: null, address: null, timeZone: null, emergencyPhone: null },
      },
    });
  await create(yard, 'Yard');
  await create(camp, 'Camp');
  await log.tell({ tenant, stream: event, event: incidentReported({ worksiteGuid: yard }) });
  await log.tell({ tenant, stream: other, event: incidentReported({ worksiteGuid: yard }) });
  const worksites = async () => {
    await log.project();
    return (await new FindOrganizationHandler(log.reader).execute(new FindOrganization(tenant)))!.worksites.map(
      ({ name, status, eventCount, revision }) => [name, status, eventCount, revision],
    );
  };
  expect(await worksites()).toEqual([
    ['Camp', 'ACTIVE', 0, 1],
    ['Yard', 'ACTIVE', 2, 1],
  ]);
  await log.tell({ tenant, stream: event, event: { type: 'IncidentAmended', data: { worksiteGuid: camp } } });
  await log.tell({ tenant, stream: other, event: { type: 'IncidentDeleted', data: {} } });
  expect(await worksites()).toEqual([
    ['Camp', 'ACTIVE', 1, 1],
    ['Yard', 'ACTIVE', 0, 1],
  ]);
  await log.tell({ tenant, stream: other, event: { type: 'IncidentRestored', data: {} } });
  await log.tell({ tenant, stream: camp, event: { type: 'WorksiteRenamed', data: { name: 'Base' } } });
  await log.tell({
    tenant,
    stream: camp,
    event: {
      type: 'WorksiteDetailsChanged',
      data: { regionGuid: regions[0]!.guid, address: 'Gate 2', timeZone: null, emergencyPhone: null },
    },
  });
  await log.tell({ tenant, stream: camp, event: { type: 'WorksiteArchived', data: { eventCount: 1 } } });
  await log.tell({ tenant, stream: yard, event: { type: 'WorksiteRemoved', data: {} } });
  expect(await worksites()).toEqual([['Base', 'ARCHIVED', 1, 4]]);
  expect(
    (await new ListUnitHistoryHandler(log.reader).execute(new ListUnitHistory(tenant, camp))).map(
      ({ type, changes }) => [type, ...changes.map(({ field, to }) => `${field}: ${to}`)],
    ),
  ).toEqual([
    ['WorksiteCreated', 'name: Camp'],
    ['WorksiteRenamed', 'name: Base'],
    ['WorksiteDetailsChanged', `region: ${regions[0]!.name}`, 'address: Gate 2'],
    ['WorksiteArchived'],
  ]);
  const { items } = await list.execute(new ListIncidents(tenant, everyone));
  expect(items.map(({ place }) => place.worksiteName).sort()).toEqual(['Base', 'Yard']);
});
