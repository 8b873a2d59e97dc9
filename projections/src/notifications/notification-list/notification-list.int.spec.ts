import { randomUUID } from 'node:crypto';
import { notificationList } from '@plimsoll/contracts/notifications/notification';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { incidentReported, monthlyFigures, organizationCreated } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { memberList } from '../../members/member-list/project.ts';
import { monthlyMetricsProjection } from '../../metrics/monthly-metrics/project.ts';
import { organizationSettings } from '../../organizations/organization-settings/project.ts';
import { notificationListProjection } from './project.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { ListNotifications, ListNotificationsHandler } from './query.ts';

const alberta = '01900000-e001-7000-8000-000000000001';
let log: TestEventLog;
beforeAll(async () => {
  log = await TestEventLog.open([
    organizationSettings,
    memberList,
    monthlyMetricsProjection,
    notificationListProjection,
  ]);
});
afterAll(() => log.close());

const viewer = (userGuid: string, ...held: Permission[]): Viewer => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(held),
  userGroupNames: [],
  reportingGroupGuid: null,
});
const list = async (tenant: string, who: Viewer, today = '2026-07-15', now = new Date()) => {
  await log.project(2);
  return notificationList
    .omit({ alarms: true, news: true, newNewsCount: true })
    .parse(await new ListNotificationsHandler(log.reader).execute(new ListNotifications(tenant, who, today, now)));
};

test('a sensitive incident is shown to the person it waits for, with the region of its worksite, and to nobody else', async () => {
  const [tenant, incident, vera, worksiteGuid] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await log.tell({
    tenant,
    stream: worksiteGuid,
    event: {
      type: 'WorksiteCreated',
      data: { worksiteGuid, name: 'Yard', regionGuid: alberta, address: null, timeZone: null, emergencyPhone: null },
    },
  });
  await log.tell({ tenant, stream: incident, event: incidentReported({ worksiteGuid }) });
  await log.tell({
    tenant,
    stream: incident,
    event: { type: 'ReviewRequested', data: { reviewerGuid: vera, isByCallList: false, routedTo: null } },
  });
  expect(await list(tenant, viewer(vera))).toEqual({
    items: [
      {
        type: 'REVIEW',
        eventId: incident,
        number: 1,
        heading: 'A hand was caught in the door',
        formName: 'Injury',
        occurrenceDate: '2026-06-10',
        regionGuid: alberta,
        regionName: 'Alberta',
        isOverdue: false,
      },
    ],
    totalCount: 1,
    overdueCount: 0,
  });
  expect((await list(tenant, viewer(randomUUID(), 'SEE_INJURY_DATA'))).items).toEqual([]);
  expect((await list(randomUUID(), viewer(vera))).items).toEqual([]);
});

test('an incident goes from the reviewer to the approver, and from the list when it is done', async () => {
  const [tenant, incident, vera, albert] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const tell = (type: string, data: object = {}) => log.tell({ tenant, stream: incident, event: { type, data } });
  const types = async (who: string) => (await list(tenant, viewer(who))).items.map(({ type }) => type);
  await log.tell({ tenant, stream: incident, event: incidentReported() });
  await tell('ReviewRequested', { reviewerGuid: vera, isByCallList: false, routedTo: null });
  await tell('IncidentDeleted');
  expect(await types(vera)).toEqual([]);
  await tell('IncidentRestored');
  expect(await types(vera)).toEqual(['REVIEW']);
  await tell('IncidentReviewed', { severity: 3, likelihood: 2, comment: null, answer: null });
  await tell('ApprovalRequested', { approverGuid: albert });
  expect([await types(vera), await types(albert)]).toEqual([[], ['APPROVAL']]);
  await tell('IncidentReturned', { to: 'REVIEWER', comment: 'Which hand?' });
  expect([await types(vera), await types(albert)]).toEqual([['REVIEW'], []]);
});

test('who may enter figures is reminded of each ended month without hours, and those are overdue', async () => {
  const tenant = randomUUID();
  const anna = viewer(randomUUID(), 'VIEW_AND_SET_MONTHLY_METRICS');
  // 18:30 on 31 March in Alberta.
  await log.tell({ tenant, stream: tenant, event: organizationCreated(tenant), at: '2026-04-01T00:30:00.000Z' });
  const months = async (today: string, who = anna) =>
    (await list(tenant, who, today)).items.map((item) => 'month' in item && item.month);
  expect(await months('2026-03-31')).toEqual([]);
  expect(await months('2026-06-01')).toEqual(['2026-05', '2026-04', '2026-03']);
  await log.tell({ tenant, stream: randomUUID(), event: monthlyFigures('2026-05', { contractorHours: 12 }) });
  await log.tell({ tenant, stream: randomUUID(), event: monthlyFigures('2026-04', { employeeKms: 900 }) });
  expect(await months('2026-06-30')).toEqual(['2026-04', '2026-03']);
  expect(await list(tenant, anna, '2026-06-30')).toMatchObject({ totalCount: 2, overdueCount: 2 });
  expect(await months('2026-06-30', { ...viewer(randomUUID()), isAdmin: true })).toHaveLength(2);
  expect(await months('2026-06-30', viewer(randomUUID(), 'VIEW_OTHER_USERS_EVENTS'))).toEqual([]);
  expect(await months('2028-01-01')).toHaveLength(12);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
/** Notifications of incidents by type, the given hours after everything was recorded. */
const notifications = async (tenant: string, who: Viewer, hours = 25) =>
  (await list(tenant, who, '2026-07-15', inHours(hours))).items
    .map((item) => `${item.type} ${'number' in item ? item.number : ''}`)
    .sort();
const joined = (userGuid: string, held: Permission[], reportingGroupGuid: string | null, isAdmin = false) => [
  {
    type: 'MemberJoined',
    data: {
      userGuid,
      name: 'Somebody',
      emailAddress: `${userGuid}@example.com`,
      isAdmin,
      userGroups: ['Standard'],
      reportingGroupGuid,
      through: null,
      isOnboarded: true,
    },
  },
  { type: 'MemberPermissionsChanged', data: { userGuid, isAdmin, userGroups: ['Standard'], permissions: held } },
];

test('what came back is shown at once to its reporter and to the person who entered it: returned, or reopened after its approval', async () => {
  const [tenant, incident, marta, clerk, vera, albert] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ];
  const tell = (type: string, data: object = {}) => log.tell({ tenant, stream: incident, event: { type, data } });
  const reported = incidentReported({ reporterGuid: marta });
  await log.tell({
    tenant,
    stream: incident,
    event: { ...reported, data: { ...reported.data, enteredByGuid: clerk } },
  });
  expect(await notifications(tenant, viewer(marta), 0)).toEqual([]);
  await tell('ReviewRequested', { reviewerGuid: vera, isByCallList: false, routedTo: null });
  await tell('IncidentReturned', { to: 'REPORTER', comment: 'Which hand?' });
  for (const guid of [marta, clerk]) expect(await notifications(tenant, viewer(guid), 0)).toEqual(['EVENT_RETURNED 1']);
  expect(await notifications(tenant, viewer(vera, 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'))).toEqual([]);
  expect(await list(tenant, viewer(marta))).toEqual({
    items: [
      {
        type: 'EVENT_RETURNED',
        eventId: incident,
        number: 1,
        heading: 'A hand was caught in the door',
        formName: 'Injury',
        occurrenceDate: '2026-06-10',
        regionGuid: null,
        regionName: null,
        since: expect.stringMatching(new RegExp(`^${new Date().getUTCFullYear()}`)),
        isOverdue: false,
      },
    ],
    totalCount: 1,
    overdueCount: 0,
  });
  await tell('IncidentDeleted');
  expect(await notifications(tenant, viewer(marta))).toEqual([]);
  await tell('IncidentRestored');
  await tell('ReviewRequested', { reviewerGuid: vera, isByCallList: false, routedTo: null });
  expect(await notifications(tenant, viewer(marta))).toEqual([]);
  await tell('IncidentReviewed', { severity: 3, likelihood: 2, comment: null, answer: null });
  expect(await notifications(tenant, viewer(vera))).toEqual([]);
  await tell('ApprovalRequested', { approverGuid: albert });
  await tell('IncidentApproved', { approvedRevision: 8, comment: null, answer: null, signature: null });
  await tell('IncidentReopened', { reason: 'The clinic called' });
  for (const guid of [marta, clerk]) expect(await notifications(tenant, viewer(guid))).toEqual(['EVENT_RETURNED 1']);
  // It also has no reviewer, which others see after a day.
  expect(await notifications(tenant, { ...viewer(albert), isAdmin: true }, 23)).toEqual([]);
  expect(await notifications(tenant, { ...viewer(albert), isAdmin: true }, 25)).toEqual(['EVENT_WITHOUT_REVIEWER 1']);
});

test('a report without a reviewer for 24 hours is shown to its reporter and to those of its group who can send it on; without such to the admins', async () => {
  const tenant = randomUUID();
  const [group, other, empty] = [randomUUID(), randomUUID(), randomUUID()];
  const [marta, priya] = [randomUUID(), randomUUID()];
  const sees: Permission[] = ['VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'];
  const canRequestReview: Permission[] = ['REVIEW_EVENTS', 'MODIFY_EVENTS_ON_OTHERS_BEHALF'];
  const people: Record<string, Viewer> = {};
  const join = async (name: string, held: Permission[], reportingGroupGuid: string | null, isAdmin = false) => {
    const userGuid = { marta, priya }[name] ?? randomUUID();
    people[name] = { ...viewer(userGuid, ...held), isAdmin, reportingGroupGuid };
    const stream = randomUUID();
    for (const event of joined(userGuid, held, reportingGroupGuid, isAdmin)) await log.tell({ tenant, stream, event });
  };
  await join('marta', [], group);
  await join('priya', [], null, true);
  await join('reviewer', [...canRequestReview, ...sees], group);
  await join('modifier', ['REVIEW_EVENTS', 'ALWAYS_MODIFY_EVENTS', ...sees], group);
  await join('blind', [...canRequestReview, 'VIEW_OTHER_USERS_EVENTS'], group);
  await join('idle', ['REVIEW_EVENTS', ...sees], group);
  await join('elsewhere', [...canRequestReview, ...sees], other);
  const report = async (reportingGroupGuid: string | null, form: object = {}) => {
    const stream = randomUUID();
    await log.tell({
      tenant,
      stream,
      event: incidentReported({ reporterGuid: marta, reportingGroupGuid, form }),
      at: '2026-06-11T01:00:00.000Z',
    });
    return stream;
  };
  await report(group);
  await report(group, { isSensitive: false });
  await report(empty);
  await report(null);
  await report(group, { workflow: 'NONE' });
  await log.tell({ tenant, stream: await report(group), event: { type: 'IncidentDeleted', data: {} } });
  const [asked, membership] = [randomUUID(), randomUUID()];
  for (const event of joined(asked, ['REVIEW_EVENTS'], null)) await log.tell({ tenant, stream: membership, event });
  await log.tell({
    tenant,
    stream: await report(group),
    event: { type: 'ReviewRequested', data: { reviewerGuid: asked, isByCallList: false, routedTo: null } },
  });
  const withoutReviewer = (...numbers: number[]) => numbers.map((number) => `EVENT_WITHOUT_REVIEWER ${number}`);
  for (const who of Object.values(people)) expect(await notifications(tenant, who, 23)).toEqual([]);
  expect(await notifications(tenant, people.marta!)).toEqual(withoutReviewer(1, 2, 3, 4));
  expect(await notifications(tenant, people.reviewer!)).toEqual(withoutReviewer(1, 2));
  expect(await notifications(tenant, people.modifier!)).toEqual(withoutReviewer(1, 2));
  expect(await notifications(tenant, people.blind!)).toEqual(withoutReviewer(2));
  expect(await notifications(tenant, people.idle!)).toEqual([]);
  expect(await notifications(tenant, people.elsewhere!)).toEqual([]);
  expect(await notifications(tenant, people.priya!)).toEqual(withoutReviewer(3, 4));
});

test('nobody is notified of imported reports without a reviewer', async () => {
  const [tenant, marta] = [randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ reporterGuid: marta }), kind: 'IMPORT' });
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ reporterGuid: marta }) });
  expect(await notifications(tenant, viewer(marta))).toEqual(['EVENT_WITHOUT_REVIEWER 2']);
  expect(await notifications(tenant, { ...viewer(randomUUID()), isAdmin: true })).toEqual(['EVENT_WITHOUT_REVIEWER 2']);
});

test('what is live equals a rebuild in every column', async () => {
  await log.project(1);
  const { differences, rows } = await log.comparedWithRebuild();
  expect(differences).toEqual([]);
  expect(rows['notification_v2']).toBeGreaterThan(5);
  expect(await log.parked()).toBe(0);
});

test('what waits for a person who left or lost the permission is with who requested it and with who may change any event, to be given to another', async () => {
  const [tenant, incident, marta, vera, albert, chief] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ];
  const tell = (type: string, data: object = {}, by?: string) =>
    log.tell({ tenant, stream: incident, event: { type, data }, ...(by && { by }) });
  const [veras, alberts] = [randomUUID(), randomUUID()];
  for (const event of joined(vera, ['REVIEW_EVENTS'], null)) await log.tell({ tenant, stream: veras, event });
  for (const event of joined(albert, ['APPROVE_EVENTS'], null)) await log.tell({ tenant, stream: alberts, event });
  await log.tell({ tenant, stream: incident, event: incidentReported({ reporterGuid: marta }) });
  await tell('ReviewRequested', { reviewerGuid: vera, isByCallList: false, routedTo: null }, marta);
  const boss: Viewer = { ...viewer(chief), isAdmin: true };
  const waits = async (who: Viewer) =>
    (await list(tenant, who)).items.map((item) => [item.type, 'needsReassigning' in item && item.needsReassigning]);
  expect([await waits(viewer(marta)), await waits(boss)].flat().filter(([type]) => type === 'REVIEW')).toEqual([]);
  await log.tell({
    tenant,
    stream: veras,
    event: {
      type: 'MemberPermissionsChanged',
      data: { userGuid: vera, isAdmin: false, userGroups: ['Standard'], permissions: [] },
    },
  });
  for (const who of [viewer(marta), boss]) expect(await waits(who)).toContainEqual(['REVIEW', true]);
  expect(await waits(viewer(randomUUID(), 'REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'))).toEqual([]);
  // Sensitive incidents are hidden from viewers who may change any event but may not see injuries.
  expect(await waits(viewer(randomUUID(), 'ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS'))).toEqual([]);
  await log.tell({
    tenant,
    stream: veras,
    event: {
      type: 'MemberPermissionsChanged',
      data: { userGuid: vera, isAdmin: false, userGroups: ['Standard'], permissions: ['REVIEW_EVENTS'] },
    },
  });
  expect(await waits(viewer(marta))).toEqual([]);
  await tell('IncidentReviewed', { severity: 1, likelihood: 1, comment: null, answer: null }, vera);
  await tell('ApprovalRequested', { approverGuid: albert }, vera);
  await log.tell({ tenant, stream: alberts, event: { type: 'MemberRemoved', data: { userGuid: albert } } });
  expect(await waits(viewer(vera, 'REVIEW_EVENTS'))).toEqual([['APPROVAL', true]]);
  expect(await waits(viewer(marta))).toEqual([]);
});
