import { randomUUID } from 'node:crypto';
import { notificationList } from '@plimsoll/contracts/notifications/notification';
import type { Permission } from '@plimsoll/contracts/permissions';
import { incidentReported, monthlyFigures, organizationCreated } from '../../test/told-incidents.ts';
import { ToldLog } from '../../test/told-log.ts';
import { monthlyMetricsProjection } from '../monthly-metrics/project.ts';
import { organizationSettings } from '../organization-settings/project.ts';
import { notificationListProjection } from './project.ts';
import { ListNotifications, ListNotificationsHandler } from './query.ts';

const alberta = '01900000-e001-7000-8000-000000000001';
let log: ToldLog;
beforeAll(async () => {
  log = await ToldLog.open([organizationSettings, monthlyMetricsProjection, notificationListProjection]);
});
afterAll(() => log.close());

const viewer = (userGuid: string, ...held: Permission[]) => ({ userGuid, isAdmin: false, permissions: new Set(held), userGroupNames: [], reportingGroupGuid: null });
const list = async (tenant: string, who: ReturnType<typeof viewer>, today = '2026-07-15') => {
  await log.project(2);
  return notificationList.parse(await new ListNotificationsHandler(log.reader).execute(new ListNotifications(tenant, who, today)));
};

test('a sensitive incident is shown to the person it waits for, with the region of its worksite, and to nobody else', async () => {
  const [tenant, incident, vera, worksiteGuid] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: worksiteGuid, event: { type: 'WorksiteCreated', data: { worksiteGuid, name: 'Yard', regionGuid: alberta, address: null, timeZone: null, emergencyPhone: null } } });
  await log.tell({ tenant, stream: incident, event: incidentReported({ worksiteGuid }) });
  await log.tell({ tenant, stream: incident, event: { type: 'ReviewRequested', data: { reviewerGuid: vera } } });
  expect(await list(tenant, viewer(vera))).toEqual({
    items: [{ type: 'REVIEW', eventId: incident, number: 1, formName: 'Injury', occurrenceDate: '2026-06-10', regionGuid: alberta, regionName: 'Alberta', isOverdue: false }],
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
  await tell('ReviewRequested', { reviewerGuid: vera });
  await tell('IncidentDeleted');
  expect(await types(vera)).toEqual([]);
  await tell('IncidentRestored');
  expect(await types(vera)).toEqual(['REVIEW']);
  await tell('IncidentReviewed', { severity: 3, likelihood: 2, comment: null });
  await tell('ApprovalRequested', { approverGuid: albert });
  expect([await types(vera), await types(albert)]).toEqual([[], ['APPROVAL']]);
  await tell('IncidentReturned', { to: 'REVIEWER', comment: 'Which hand?' });
  expect([await types(vera), await types(albert)]).toEqual([['REVIEW'], []]);
});

test('who may enter figures is reminded of each ended month without hours, and those are overdue', async () => {
  const tenant = randomUUID();
  const anna = viewer(randomUUID(), 'VIEW_AND_SET_MONTHLY_METRICS');
  // Half past six in the evening of 31 March in Alberta.
  await log.tell({ tenant, stream: tenant, event: organizationCreated(tenant), at: '2026-04-01T00:30:00.000Z' });
  const months = async (today: string, who = anna) => (await list(tenant, who, today)).items.map((item) => 'month' in item && item.month);
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

test('what is live equals a rebuild in every column', async () => {
  await log.project(1);
  const { differences, rows } = await log.comparedWithRebuild();
  expect(differences).toEqual([]);
  expect(rows['notification_v1']).toBe(2);
  expect(await log.parked()).toBe(0);
});
