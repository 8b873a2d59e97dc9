import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { incidentList, incidentListTable } from '@plimsoll/projections/incidents/incident-list/project';
import { firstGeneration, tableName } from '@plimsoll/projections/runner/tables/generation';
import pg from 'pg';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';

let app: TestApplication;
let organizationGuid: string;
beforeAll(async () => {
  app = await TestApplication.start();
  organizationGuid = await app.found('Harbour Works');
});
afterAll(() => app?.stop());

type Member = Awaited<ReturnType<TestApplication['member']>>;
const member = (held: 'admin' | Permission[]): Promise<Member> => app.member(organizationGuid, held);
const ok = ({ status, body, headers }: Answer) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...body, position: headers.get('Position')! };
};
const report = async (who: Member) =>
  ok(
    await app.call('POST', '/reported-events', {
      token: who.token,
      body: {
        formGuid: nearMissForm.formGuid,
        formVersion: 1,
        occurrenceDate: '2026-03-02',
        regionGuid: albertaGuid,
        location: 'North quay',
        description: 'A sling slipped.',
        components,
      },
    }),
  );
const list = (who: Member, filter: object, position: string) =>
  app.call('GET', `/reported-events?filter=${encodeURIComponent(JSON.stringify(filter))}`, {
    token: who.token,
    headers: { 'At-Least': position },
  });

test('the filter finds deleted incidents for 30 days, for those who may restore them; it holds no rows for others, and no other list holds them', async () => {
  const [reporter, admin, always, other, colleague] = [
    await member([]),
    await member('admin'),
    await member(['ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS']),
    await member(['ALWAYS_MODIFY_EVENTS']),
    await member(['VIEW_OTHER_USERS_EVENTS']),
  ];
  const [first, second] = [await report(reporter), await report(reporter)];
  const { position } = ok(await app.call('DELETE', `/reported-events/${first.eventId}`, { token: reporter.token }));
  const found = async (who: Member, filter: object): Promise<string[]> => {
    const { items, totalCount } = ok(await list(who, filter, position));
    expect(totalCount).toBe(items.length);
    return items.map(({ eventId }: { eventId: string }) => eventId);
  };
  for (const who of [reporter, admin, always]) {
    expect(await found(who, { state: ['DELETED'] })).toEqual([first.eventId]);
    expect(await found(who, { state: ['REPORTED', 'DELETED'] })).toEqual([second.eventId, first.eventId]);
    expect(await found(who, {})).toEqual([second.eventId]);
    expect(await found(who, { state: ['REPORTED'] })).toEqual([second.eventId]);
  }
  for (const who of [other, colleague]) expect(await found(who, { state: ['DELETED'] })).toEqual([]);
  expect(ok(await list(admin, { state: ['DELETED'] }, position)).items).toMatchObject([
    { state: 'REPORTED', holder: null, deleted: { by: { userGuid: reporter.userGuid } } },
  ]);
  expect(await found(reporter, { assignedToMe: true })).toEqual([second.eventId]);
  const faulty = await list(admin, { state: ['GONE'] }, position);
  expect([faulty.status, faulty.body.fieldErrors[0].field]).toEqual([400, 'filter.state.0']);

  const database = new pg.Client({ connectionString: app.database.adminUrl });
  await database.connect();
  try {
    await database.query(
      `update ${tableName(incidentListTable, firstGeneration(incidentList))} set deleted_at = deleted_at - interval '30 days'`,
    );
  } finally {
    await database.end();
  }
  for (const who of [reporter, admin]) expect(await found(who, { state: ['DELETED'] })).toEqual([]);
});

test('an incident that was reported for another member is held by both until a review is requested', async () => {
  const [clerk, marta, vera] = [
    await member(['CREATE_EVENTS_ON_OTHERS_BEHALF']),
    await member([]),
    await member(['REVIEW_EVENTS']),
  ];
  const { eventId, position } = ok(
    await app.call('POST', '/reported-events', {
      token: clerk.token,
      body: {
        formGuid: nearMissForm.formGuid,
        formVersion: 1,
        occurrenceDate: '2026-03-02',
        regionGuid: albertaGuid,
        location: 'North quay',
        description: 'A rope tore.',
        components,
        onBehalfOfUserGuid: marta.userGuid,
      },
    }),
  );
  const assigned = async (who: Member, since: string) =>
    (ok(await list(who, { assignedToMe: true }, since)).items as { eventId: string }[]).map((item) => item.eventId);
  expect([await assigned(clerk, position), await assigned(marta, position), await assigned(vera, position)]).toEqual([
    [eventId],
    [eventId],
    [],
  ]);
  const detail = ok(
    await app.call('GET', `/reported-events/${eventId}`, { token: clerk.token, headers: { 'At-Least': position } }),
  );
  expect(detail.holder).toMatchObject({ userGuid: marta.userGuid, alsoWith: { userGuid: clerk.userGuid } });
  const { position: later } = ok(
    await app.call('POST', `/reported-events/${eventId}/request-review`, {
      token: clerk.token,
      body: { reviewerGuid: vera.userGuid },
    }),
  );
  expect([await assigned(clerk, later), await assigned(marta, later), await assigned(vera, later)]).toEqual([
    [],
    [],
    [eventId],
  ]);
});
