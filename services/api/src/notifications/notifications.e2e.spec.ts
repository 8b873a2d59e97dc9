import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Permission } from '@plimsoll/contracts/permissions';
import { notificationListProjection, notificationTable } from '@plimsoll/projections/notification-list/project';
import { firstSet, tableName } from '@plimsoll/projections/runner/projection';
import pg from 'pg';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';

let app: TestApplication;
let admin: pg.Client;
beforeAll(async () => {
  app = await TestApplication.start();
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

type Somebody = Awaited<ReturnType<TestApplication['member']>>;
const nearMiss = {
  formGuid: nearMissForm.formGuid, formVersion: 1, occurrenceDate: '2026-03-02', regionGuid: albertaGuid, location: 'North quay',
  description: 'A sling slipped. Nobody stood below.', components,
};
const ok = ({ status, body, headers }: Answer) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...body, position: headers.get('Position')! };
};
const report = async (who: Somebody, more: object = {}) => ok(await app.call('POST', '/reported-events', { token: who.token, body: { ...nearMiss, ...more } }));
const tell = async (who: Somebody, eventId: string, verb: string, body?: object) => ok(await app.call('POST', `/reported-events/${eventId}/${verb}`, { token: who.token, body }));
const told = async (who: Somebody, position: string) => ok(await app.call('GET', '/dashboard/notifications', { token: who.token, headers: { 'At-Least': position } }));
const names = async (who: Somebody, position: string): Promise<string[]> => (await told(who, position)).items.map(({ type, number }: { type: string; number: number }) => `${type} ${number}`).sort();

/** Lets the time since then pass for everything that lies with a reporter. */
const passHours = (hours: number) =>
  admin.query(`update ${tableName(notificationTable, firstSet(notificationListProjection))} set came_to_reporter_at = came_to_reporter_at - make_interval(hours => $1)`, [hours]);

test('what came back, and what lies without a reviewer, is told to whom it concerns, and to nobody else', async () => {
  const organizationGuid = await app.found('Harbour Works');
  const [group, empty] = [await app.createReportingGroup(organizationGuid, 'Quay crew'), await app.createReportingGroup(organizationGuid, 'Night crew')];
  const sendsOn: Permission[] = ['REVIEW_EVENTS', 'MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS'];
  const join = (held: 'admin' | Permission[], inGroup: string | null = null) => app.member(organizationGuid, held, 'Ada Quay', inGroup);
  const [boss, marta, clerk] = [await join('admin'), await join([]), await join(['CREATE_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS'])];
  const [daniel, idle, stranger] = [await join(sendsOn, group), await join(['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'], group), await join(sendsOn)];

  const first = await report(clerk, { reportingGroupGuid: group, onBehalfOfUserGuid: marta.userGuid });
  const asked = await tell(clerk, first.eventId, 'request-review', { reviewerGuid: daniel.userGuid });
  const waiting = (await told(daniel, asked.position)).items;
  const { position } = await tell(daniel, first.eventId, 'return', { comment: 'Which sling?' });
  expect(waiting).toMatchObject([{ type: 'REVIEW', number: 1, heading: 'A sling slipped' }]);
  for (const who of [marta, clerk]) {
    expect(await told(who, position)).toMatchObject({
      items: [{
        type: 'EVENT_RETURNED', eventId: first.eventId, number: 1, heading: 'A sling slipped', formName: 'Near miss', occurrenceDate: '2026-03-02',
        regionGuid: albertaGuid, regionName: 'Alberta', since: expect.stringMatching(/^\d{4}-.*Z$/), isOverdue: false,
      }],
      totalCount: 1, overdueCount: 0,
    });
  }
  expect(await names(daniel, position)).toEqual([]);

  await report(marta, { reportingGroupGuid: group });
  await report(marta, { reportingGroupGuid: empty });
  const last = await report(marta, { reportingGroupGuid: group });
  const { position: end } = ok(await app.call('DELETE', `/reported-events/${last.eventId}`, { token: marta.token }));
  // All of it stands in the read model before its clock is moved.
  await told(marta, end);
  await passHours(23);
  expect([await names(boss, end), await names(daniel, end), await names(marta, end)]).toEqual([[], [], ['EVENT_RETURNED 1']]);
  await passHours(2);
  expect(await names(marta, end)).toEqual(['EVENT_RETURNED 1', 'EVENT_WITHOUT_REVIEWER 2', 'EVENT_WITHOUT_REVIEWER 3']);
  expect(await names(daniel, end)).toEqual(['EVENT_WITHOUT_REVIEWER 2']);
  expect(await names(boss, end)).toEqual(['EVENT_WITHOUT_REVIEWER 3']);
  expect([await names(idle, end), await names(stranger, end), await names(clerk, end)]).toEqual([[], [], ['EVENT_RETURNED 1']]);
  expect(await told(boss, end)).toMatchObject({ totalCount: 1, overdueCount: 0 });
});
