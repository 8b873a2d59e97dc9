import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

let app: TestApplication;
beforeAll(async () => void (app = await TestApplication.start()));
afterAll(() => app?.stop());

/** An organization with a member who manages its worksites and groups, and is no admin. */
async function scene() {
  const org = await app.found();
  const keeper = await app.member(
    org,
    [
      'MANAGE_WORKSITE_LOCATIONS',
      'MANAGE_REPORTING_GROUPS',
      'VIEW_OTHER_USERS_EVENTS',
      'UPDATE_ORGANIZATION_MEMBER',
      'UPDATE_ORGANIZATION',
    ],
    'Kay Moor',
  );
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    by: TestPerson & { token: string } = keeper,
  ): Promise<Answer> => app.call(method, `/orgs/${org}${path}`, { token: by.token, body, headers });
  return { org, keeper, call };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const names = ({ body }: Answer) => body.items.map(({ name }: { name: string }) => name);
const report = ({ org, keeper }: Scene, more: object, token = keeper.token): Promise<Answer> =>
  app.call('POST', `/reported-events?organizationGuid=${org}`, {
    token,
    body: {
      formGuid: nearMissForm.formGuid,
      formVersion: 1,
      occurrenceDate: '2026-03-02',
      description: 'A sling slipped.',
      components,
      ...more,
    },
  });
const elsewhere = { regionGuid: regions[0]!.guid, location: 'Gate 2' };
const caughtUp = (at: Scene, answer: Answer) =>
  app.caughtUp(at.org, positionOf(answer.headers.get('position')!, at.org)!);

describe.each([
  {
    thing: 'worksite',
    path: '/worksite-locations',
    notFound: 'WorksiteNotFound',
    taken: 'DuplicateWorksiteName',
    flag: 'WORKSITES',
  },
  {
    thing: 'reporting group',
    path: '/reporting-groups',
    notFound: 'ReportingGroupNotFound',
    taken: 'DuplicateReportingGroupName',
    flag: 'REPORTING_GROUPS',
  },
])('a $thing', ({ path, notFound, taken, flag }) => {
  test('is made, found, renamed and removed, and tells what happened to it', async () => {
    const { call, keeper } = await scene();
    const made = await call('POST', path, { name: '  Yard  ' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Yard',
        status: 'ACTIVE',
        eventCount: 0,
        revision: 1,
        history: [{ revision: 1, actor: { userGuid: keeper.userGuid, name: 'Kay Moor' } }],
      },
    });
    const own = `${path}/${made.body.guid}`;
    expect(await call('GET', own)).toMatchObject({ status: 200, body: made.body });
    expect(await call('PATCH', own, { name: 'Camp' }, { 'if-match': '1' })).toMatchObject({
      status: 200,
      body: { name: 'Camp', revision: 2, history: [{}, { changes: [{ field: 'name', from: 'Yard', to: 'Camp' }] }] },
    });
    expect(await call('PATCH', own, { name: 'Base' }, { 'if-match': '1' })).toMatchObject({
      status: 409,
      body: { className: 'StaleRevision', currentRevision: 2 },
    });
    expect(await call('PATCH', own, { name: 'Camp' })).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(names(await call('GET', path))).toEqual(['Camp']);
    const removed = await call('DELETE', own, undefined, { 'if-match': '2' });
    expect(removed.status).toBe(204);
    expect(names(await call('GET', path, undefined, { 'at-least': removed.headers.get('position')! }))).toEqual([]);
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Other' }], ['DELETE']] as const)
      expect(await call(method, own, body)).toMatchObject({ status: 404, body: { className: notFound } });
    expect(await call('POST', `${own}/archive`, flag === 'WORKSITES' ? undefined : {})).toMatchObject({
      status: 404,
      body: { className: notFound },
    });
  });

  test('has a name that no other one in use has, in any case, and gives it back', async () => {
    const { call } = await scene();
    const first = (await call('POST', path, { name: 'Yard' })).body.guid;
    expect(await call('POST', path, { name: 'yARD ' })).toMatchObject({ status: 409, body: { className: taken } });
    const second = (await call('POST', path, { name: 'Camp' })).body.guid;
    expect(await call('PATCH', `${path}/${second}`, { name: 'YARD' })).toMatchObject({
      status: 409,
      body: { className: taken },
    });
    expect(await call('PATCH', `${path}/${first}`, { name: 'YARD' })).toMatchObject({
      status: 200,
      body: { name: 'YARD' },
    });
    expect(await call('PATCH', `${path}/${first}`, { name: 'Dock' })).toMatchObject({ status: 200 });
    expect(await call('PATCH', `${path}/${second}`, { name: 'yard' })).toMatchObject({ status: 200 });
    expect((await call('POST', `${path}/${second}/archive`, flag === 'WORKSITES' ? undefined : {})).status).toBe(200);
    expect(await call('POST', path, { name: 'Yard' })).toMatchObject({ status: 201 });
    expect((await call('DELETE', `${path}/${first}`)).status).toBe(204);
    expect(await call('POST', path, { name: 'Dock' })).toMatchObject({ status: 201 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => call('POST', path, { name: index % 2 === 0 ? 'Quay' : 'QUAY' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test('that is archived is listed apart, and changes no more', async () => {
    const { call } = await scene();
    const { guid } = (await call('POST', path, { name: 'Yard' })).body;
    const own = `${path}/${guid}`;
    const body = flag === 'WORKSITES' ? undefined : {};
    expect(await call('POST', `${own}/archive`, body)).toMatchObject({
      status: 200,
      body: { name: 'Yard', status: 'ARCHIVED', revision: 2 },
    });
    expect([
      names(await call('GET', path)),
      names(await call('GET', `${path}?status=ARCHIVED`)),
      names(await call('GET', `${path}?status=ACTIVE`)),
    ]).toEqual([[], ['Yard'], []]);
    expect(await call('GET', own)).toMatchObject({ status: 200, body: { status: 'ARCHIVED' } });
    for (const answer of [
      await call('PATCH', own, { name: 'Camp' }),
      await call('DELETE', own),
      await call('POST', `${own}/archive`, body),
    ])
      expect(answer).toMatchObject({ status: 404, body: { className: notFound } });
    expect(await call('GET', `${path}?status=REMOVED`)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ field: 'status' }] },
    });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'Yard', colour: 'red' }, 'colour'],
    [{}, 'name'],
  ])('is not made of %j', async (body, field) => {
    const { call } = await scene();
    expect(await call('POST', path, body)).toMatchObject({ status: 400, body: { fieldErrors: [{ field }] } });
    expect(names(await call('GET', path))).toEqual([]);
  });

  test('is not written where that is switched off, and read all the same', async () => {
    const { call } = await scene();
    const { guid } = (await call('POST', path, { name: 'Yard' })).body;
    const off = await call('PATCH', '/customer-config', { featureCode: flag, isEnabled: false });
    expect(off.status).toBe(204);
    await sleep(1_000);
    for (const answer of [
      await call('POST', path, { name: 'Camp' }),
      await call('PATCH', `${path}/${guid}`, { name: 'Camp' }),
      await call('DELETE', `${path}/${guid}`),
      await call('POST', `${path}/${guid}/archive`, {}),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { className: 'Forbidden' } });
    }
    expect(names(await call('GET', path))).toEqual(['Yard']);
    expect(await call('GET', `${path}/${guid}`)).toMatchObject({ status: 200 });
  });

  test('of another organization is not there', async () => {
    const [here, there] = [await scene(), await scene()];
    const { guid } = (await here.call('POST', path, { name: 'Yard' })).body;
    for (const answer of [
      await there.call('GET', `${path}/${guid}`),
      await there.call('PATCH', `${path}/${guid}`, { name: 'Camp' }),
      await there.call('DELETE', `${path}/${guid}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { className: notFound } });
    }
    expect(await there.call('POST', path, { name: 'Yard' })).toMatchObject({ status: 201 });
  });

  test('made twice with one key is one', async () => {
    const { call } = await scene();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', path, { name: 'Yard' }, { 'idempotency-key': key })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.guid}`)).size).toBe(1);
    expect(names(await call('GET', path))).toEqual(['Yard']);
  });
});

describe('a worksite', () => {
  test('has a region, an address, a zone and a telephone, which null clears', async () => {
    const { call } = await scene();
    const details = {
      regionGuid: regions[0]!.guid,
      address: '1 Road',
      timeZone: 'Australia/Perth',
      emergencyPhone: '112',
    };
    const made = await call('POST', '/worksite-locations', { name: 'Yard', ...details });
    expect(made).toMatchObject({ status: 201, body: details });
    const cleared = { regionGuid: null, address: null, timeZone: null, emergencyPhone: null };
    expect(await call('PATCH', `/worksite-locations/${made.body.guid}`, cleared)).toMatchObject({
      status: 200,
      body: { name: 'Yard', ...cleared, revision: 2 },
    });
    expect(await call('PATCH', `/worksite-locations/${made.body.guid}`, { timeZone: 'Mars/Olympus' })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ field: 'timeZone' }] },
    });
    for (const emergencyPhone of ['Gate 2', 'call 911', 'javascript:alert(1)'])
      expect(await call('PATCH', `/worksite-locations/${made.body.guid}`, { emergencyPhone })).toMatchObject({
        status: 400,
        body: { fieldErrors: [{ field: 'emergencyPhone', message: expect.stringMatching(/^Enter a phone number/) }] },
      });
    for (const method of ['POST', 'PATCH']) {
      expect(
        await call(method, `/worksite-locations${method === 'PATCH' ? `/${made.body.guid}` : ''}`, {
          name: 'Camp',
          regionGuid: randomUUID(),
        }),
      ).toMatchObject({ status: 404, body: { className: 'RegionNotFound', fieldErrors: [{ field: 'regionGuid' }] } });
    }
  });

  test('with events is not removed but archived: it is offered no more, and its events keep it', async () => {
    const at = await scene();
    const { guid } = (await at.call('POST', '/worksite-locations', { name: 'Yard' })).body;
    const reported = await report(at, { worksiteGuid: guid });
    expect(reported.status).toBe(201);
    expect(await at.call('DELETE', `/worksite-locations/${guid}`)).toMatchObject({
      status: 409,
      body: { className: 'WorksiteWithEventsCannotBeRemoved', currentRevision: 1 },
    });
    expect(await at.call('POST', `/worksite-locations/${guid}/archive`)).toMatchObject({
      status: 200,
      body: { status: 'ARCHIVED', eventCount: 1 },
    });
    expect(await report(at, { worksiteGuid: guid })).toMatchObject({
      status: 404,
      body: { className: 'WorksiteNotFound', fieldErrors: [{ field: 'worksiteGuid' }] },
    });
    const event = `/reported-events/${reported.body.eventId}?organizationGuid=${at.org}`;
    expect(await app.call('GET', event, { token: at.keeper.token })).toMatchObject({
      body: { place: { worksiteGuid: guid, worksiteName: 'Yard' } },
    });
    expect(await app.call('PATCH', event, { token: at.keeper.token, body: { location: 'By the gate' } })).toMatchObject(
      { status: 200, body: { revision: 2 } },
    );
  });
});

describe('a reporting group', () => {
  test('with members or events is not removed, and archived in favour of another one alone', async () => {
    const at = await scene();
    const groups = '/reporting-groups';
    const [night, day] = [
      (await at.call('POST', groups, { name: 'Night crew', description: 'By night' })).body,
      (await at.call('POST', groups, { name: 'Day crew' })).body,
    ];
    expect(night).toMatchObject({ description: 'By night', memberCount: 0, reassignedToGuid: null });
    const own = `${groups}/${night.guid}`;
    await app.call('PATCH', `/org-memberships/${at.org}/${at.keeper.userGuid}`, {
      token: at.keeper.token,
      body: { reportingGroupGuid: night.guid },
    });
    expect(await at.call('DELETE', own)).toMatchObject({
      status: 409,
      body: { className: 'ReportingGroupWithEventsOrMembersCannotBeRemoved' },
    });
    for (const body of [{}, { reassignToGuid: null }]) {
      expect(await at.call('POST', `${own}/archive`, body)).toMatchObject({
        status: 400,
        body: {
          className: 'MissingRelatedEntity',
          fieldErrors: [{ field: 'reassignToGuid', message: 'Reporting group is required' }],
        },
      });
    }
    for (const reassignToGuid of [night.guid, randomUUID()]) {
      expect(await at.call('POST', `${own}/archive`, { reassignToGuid })).toMatchObject({
        status: 404,
        body: { className: 'ReportingGroupNotFound', fieldErrors: [{ field: 'reassignToGuid' }] },
      });
    }
    expect(await at.call('POST', `${own}/archive`, { reassignToGuid: 'x' })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ field: 'reassignToGuid' }] },
    });
    expect(await at.call('GET', own)).toMatchObject({ body: { status: 'ACTIVE', memberCount: 1, revision: 1 } });
    await app.call('PATCH', `/org-memberships/${at.org}/${at.keeper.userGuid}`, {
      token: at.keeper.token,
      body: { reportingGroupGuid: null },
    });
    const reported = await report(at, { ...elsewhere, reportingGroupGuid: night.guid });
    await caughtUp(at, reported);
    expect(await at.call('DELETE', own)).toMatchObject({ status: 409 });
    expect(await at.call('POST', `${own}/archive`, {})).toMatchObject({
      status: 400,
      body: { className: 'MissingRelatedEntity' },
    });
    expect(await at.call('POST', `${own}/archive`, { reassignToGuid: day.guid })).toMatchObject({
      status: 200,
      body: { status: 'ARCHIVED', reassignedToGuid: day.guid, memberCount: 0, eventCount: 0 },
    });
    // An archived group cannot be a target.
    const spare = (await at.call('POST', groups, { name: 'Spare' })).body;
    expect(await at.call('POST', `${groups}/${spare.guid}/archive`, { reassignToGuid: night.guid })).toMatchObject({
      status: 404,
    });
  });

  test('that was archived without a target takes no reports and no members', async () => {
    const at = await scene();
    const { guid } = (await at.call('POST', '/reporting-groups', { name: 'Night crew' })).body;
    expect(await at.call('POST', `/reporting-groups/${guid}/archive`, {})).toMatchObject({
      status: 200,
      body: { status: 'ARCHIVED', reassignedToGuid: null },
    });
    expect(await report(at, { ...elsewhere, reportingGroupGuid: guid })).toMatchObject({
      status: 404,
      body: { className: 'ReportingGroupNotFound', fieldErrors: [{ field: 'reportingGroupGuid' }] },
    });
    expect(
      await app.call('PATCH', `/org-memberships/${at.org}/${at.keeper.userGuid}`, {
        token: at.keeper.token,
        body: { reportingGroupGuid: guid },
      }),
    ).toMatchObject({ status: 404, body: { className: 'ReportingGroupNotFound' } });
  });

  test('whose target is sent back with an edit leaves the event as it is; its members are the target’s', async () => {
    const at = await scene();
    const [night, day] = [
      (await at.call('POST', '/reporting-groups', { name: 'Night crew' })).body.guid,
      (await at.call('POST', '/reporting-groups', { name: 'Day crew' })).body.guid,
    ];
    await app.call('PATCH', `/org-memberships/${at.org}/${at.keeper.userGuid}`, {
      token: at.keeper.token,
      body: { reportingGroupGuid: night },
    });
    const { eventId } = (await report(at, { ...elsewhere, reportingGroupGuid: night })).body;
    await at.call('POST', `/reporting-groups/${night}/archive`, { reassignToGuid: day });
    const event = `/reported-events/${eventId}?organizationGuid=${at.org}`;
    const shown = await app.call('GET', event, { token: at.keeper.token });
    expect(shown.body).toMatchObject({ reportingGroupGuid: day, reportingGroupName: 'Day crew', revision: 1 });
    expect(await app.call('PATCH', event, { token: at.keeper.token, body: { reportingGroupGuid: day } })).toMatchObject(
      { status: 200, body: { revision: 1 } },
    );
    expect(
      await app.call('PATCH', event, { token: at.keeper.token, body: { reportingGroupGuid: night } }),
    ).toMatchObject({ status: 200, body: { revision: 1 } });
    const membership = await app.call('PATCH', `/org-memberships/${at.org}/${at.keeper.userGuid}`, {
      token: at.keeper.token,
      body: { reportingGroupGuid: day },
    });
    expect(membership.body).toMatchObject({ reportingGroupGuid: day, revision: 3 });
    // A report that names the group an hour later belongs to the target too.
    const late = await report(at, { ...elsewhere, reportingGroupGuid: night });
    await caughtUp(at, late);
    const found = await app.call(
      'GET',
      `/reported-events?organizationGuid=${at.org}&filter=${encodeURIComponent(JSON.stringify({ reportingGroupGuid: [day] }))}`,
      { token: at.keeper.token },
    );
    expect(found.body.items.map((item: { eventId: string }) => item.eventId).sort()).toEqual(
      [eventId, late.body.eventId].sort(),
    );
  });

  test('is archived or removed, not both, however close the two come; the other answers that it is gone', async () => {
    const at = await scene();
    for (let round = 0; round < 5; round++) {
      const { guid } = (await at.call('POST', '/reporting-groups', { name: `Crew ${round}` })).body;
      const both = await Promise.all([
        at.call('POST', `/reporting-groups/${guid}/archive`, {}),
        at.call('DELETE', `/reporting-groups/${guid}`),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([both[0].status === 200 ? 200 : 204, 404]);
      expect(both.find(({ status }) => status === 404)!.body.className).toBe('ReportingGroupNotFound');
      const { events } = await app.api.application.store.read(at.org, 0, 1_000);
      expect(events.filter(({ stream }) => stream.guid === guid)).toHaveLength(2);
    }
  });

  test('of two that are archived in favour of each other at once one is', async () => {
    const at = await scene();
    for (let round = 0; round < 5; round++) {
      const [one, other] = (await Promise.all(
        [`A ${round}`, `B ${round}`].map(
          async (name) => (await at.call('POST', '/reporting-groups', { name })).body.guid,
        ),
      )) as [string, string];
      const both = await Promise.all([
        at.call('POST', `/reporting-groups/${one}/archive`, { reassignToGuid: other }),
        at.call('POST', `/reporting-groups/${other}/archive`, { reassignToGuid: one }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    }
  });
});
