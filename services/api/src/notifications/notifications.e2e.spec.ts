import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import {
  emailPreferenceTypes,
  unsubscribeToken,
  type UnsubscribeKind,
} from '@plimsoll/contracts/notifications/email-preferences';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import {
  notificationListProjection,
  notificationTable,
} from '@plimsoll/projections/notifications/notification-list/project';
import { firstGeneration, tableName } from '@plimsoll/projections/runner/tables/generation';
import pg from 'pg';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

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

type SignedInPerson = Awaited<ReturnType<TestApplication['member']>>;
const nearMiss = {
  formGuid: nearMissForm.formGuid,
  formVersion: 1,
  occurrenceDate: '2026-03-02',
  regionGuid: albertaGuid,
  location: 'North quay',
  description: 'A sling slipped. Nobody stood below.',
  components,
};
const ok = ({ status, body, headers }: Answer) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...body, position: headers.get('Position')! };
};
const report = async (who: SignedInPerson, more: object = {}) =>
  ok(await app.call('POST', '/reported-events', { token: who.token, body: { ...nearMiss, ...more } }));
const tell = async (who: SignedInPerson, eventId: string, verb: string, body?: object) =>
  ok(await app.call('POST', `/reported-events/${eventId}/${verb}`, { token: who.token, body }));
const notificationsOf = async (who: SignedInPerson, position: string) =>
  ok(await app.call('GET', '/dashboard/notifications', { token: who.token, headers: { 'At-Least': position } }));
const names = async (who: SignedInPerson, position: string): Promise<string[]> =>
  (await notificationsOf(who, position)).items
    .map(({ type, number }: { type: string; number: number }) => `${type} ${number}`)
    .sort();

/** Moves the read model's times back, so that all incidents have been with their reporters for this long. */
const passHours = (hours: number) =>
  admin.query(
    `update ${tableName(notificationTable, firstGeneration(notificationListProjection))} set came_to_reporter_at = came_to_reporter_at - make_interval(hours => $1)`,
    [hours],
  );

test('what came back, and what has no reviewer, is shown to the people concerned, and to nobody else', async () => {
  const organizationGuid = await app.found('Harbour Works');
  const [group, empty] = [
    await app.createReportingGroup(organizationGuid, 'Quay crew'),
    await app.createReportingGroup(organizationGuid, 'Night crew'),
  ];
  const sendsOn: Permission[] = ['REVIEW_EVENTS', 'MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS'];
  const join = (held: 'admin' | Permission[], inGroup: string | null = null) =>
    app.member(organizationGuid, held, 'Ada Quay', inGroup);
  const [boss, marta, clerk] = [
    await join('admin'),
    await join([]),
    await join(['CREATE_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS']),
  ];
  const [daniel, idle, stranger] = [
    await join(sendsOn, group),
    await join(['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'], group),
    await join(sendsOn),
  ];

  const first = await report(clerk, { reportingGroupGuid: group, onBehalfOfUserGuid: marta.userGuid });
  const asked = await tell(clerk, first.eventId, 'request-review', { reviewerGuid: daniel.userGuid });
  const waiting = (await notificationsOf(daniel, asked.position)).items;
  const { position } = await tell(daniel, first.eventId, 'return', { comment: 'Which sling?' });
  expect(waiting).toMatchObject([{ type: 'REVIEW', number: 1, heading: 'A sling slipped' }]);
  for (const who of [marta, clerk]) {
    expect(await notificationsOf(who, position)).toMatchObject({
      items: [
        {
          type: 'EVENT_RETURNED',
          eventId: first.eventId,
          number: 1,
          heading: 'A sling slipped',
          formName: 'Near miss',
          occurrenceDate: '2026-03-02',
          regionGuid: albertaGuid,
          regionName: 'Alberta',
          since: expect.stringMatching(/^\d{4}-.*Z$/),
          isOverdue: false,
        },
      ],
      totalCount: 1,
      overdueCount: 0,
    });
  }
  expect(await names(daniel, position)).toEqual([]);

  await report(marta, { reportingGroupGuid: group });
  await report(marta, { reportingGroupGuid: empty });
  const last = await report(marta, { reportingGroupGuid: group });
  const { position: end } = ok(await app.call('DELETE', `/reported-events/${last.eventId}`, { token: marta.token }));
  // The read model includes everything before its times are moved.
  await notificationsOf(marta, end);
  await passHours(23);
  expect([await names(boss, end), await names(daniel, end), await names(marta, end)]).toEqual([
    [],
    [],
    ['EVENT_RETURNED 1'],
  ]);
  await passHours(2);
  expect(await names(marta, end)).toEqual(['EVENT_RETURNED 1', 'EVENT_WITHOUT_REVIEWER 2', 'EVENT_WITHOUT_REVIEWER 3']);
  expect(await names(daniel, end)).toEqual(['EVENT_WITHOUT_REVIEWER 2']);
  expect(await names(boss, end)).toEqual(['EVENT_WITHOUT_REVIEWER 3']);
  expect([await names(idle, end), await names(stranger, end), await names(clerk, end)]).toEqual([
    [],
    [],
    ['EVENT_RETURNED 1'],
  ]);
  expect(await notificationsOf(boss, end)).toMatchObject({ totalCount: 1, overdueCount: 0 });
});

describe('email preferences', () => {
  let nora: TestPerson & { readonly token: string };
  let other: TestPerson;

  beforeAll(async () => void (other = await app.register('Stan Gill')));
  beforeEach(async () => {
    const person = await app.register('Nora Reef');
    nora = { ...person, token: await app.signIn(person) };
  });

  const of = ({ userGuid }: TestPerson) => `/email-preferences/${userGuid}`;
  const get = (whose: TestPerson = nora) => app.call('GET', of(whose), { token: nora.token });
  const put = (preferences: unknown, whose: TestPerson = nora) =>
    app.call('PUT', of(whose), { token: nora.token, body: { preferences } });
  const refusal = ({ status, body }: Answer) => [
    status,
    body.className,
    ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
  ];
  const atFirst = emailPreferenceTypes.map((type) => ({ type, isEnabled: true, frequency: 'IMMEDIATE' }));
  const written = async () => {
    const loaded = await app.api.application.store.load('00000000-0000-7000-8000-000000000001', {
      kind: 'user',
      guid: nora.userGuid,
    });
    return loaded.events.filter(({ type }) => type === 'EmailPreferencesChanged').length;
  };

  test('everybody is mailed about everything until they say otherwise; what is not named stays as it is', async () => {
    expect((await get()).body).toEqual({ preferences: atFirst });
    const none = { type: 'REVIEW', isEnabled: false, frequency: 'IMMEDIATE' };
    expect(await put([none])).toMatchObject({ status: 200, body: { preferences: [none, ...atFirst.slice(1)] } });
    const never = { type: 'MEMBERSHIP_REQUEST', isEnabled: true, frequency: 'NEVER' };
    expect((await put([never])).body.preferences).toEqual([none, atFirst[1], never, ...atFirst.slice(3)]);
    expect((await get()).body.preferences).toEqual([none, atFirst[1], never, ...atFirst.slice(3)]);
  });

  test('the same again writes nothing', async () => {
    await put([{ type: 'REVIEW', isEnabled: false, frequency: 'IMMEDIATE' }]);
    await put([{ type: 'REVIEW', isEnabled: false, frequency: 'IMMEDIATE' }, atFirst[1]]);
    await put([]);
    expect(await written()).toBe(1);
  });

  test('others’ are nobody’s to see or to change, whether there is such an account or not', async () => {
    for (const whose of [other, { ...other, userGuid: '019a0000-0000-7000-8000-0000000000aa' }]) {
      expect(refusal(await get(whose))).toEqual([403, 'Forbidden']);
      expect(refusal(await put([], whose))).toEqual([403, 'Forbidden']);
    }
  });

  test.each<[string, unknown, (string | number)[]]>([
    [
      'an unknown type',
      [{ type: 'NEWSLETTER', isEnabled: true, frequency: 'IMMEDIATE' }],
      [400, 'MalformedRequest', 'preferences.0.type'],
    ],
    [
      'an unknown frequency',
      [{ type: 'REVIEW', isEnabled: true, frequency: 'HOURLY' }],
      [400, 'MalformedRequest', 'preferences.0.frequency'],
    ],
    [
      'a field that is not known',
      [{ type: 'REVIEW', isEnabled: true, frequency: 'IMMEDIATE', to: 'x' }],
      [400, 'MalformedRequest', 'preferences.0.to'],
    ],
    ['a type twice', [atFirst[0], atFirst[1], atFirst[0]], [400, 'MalformedRequest', 'preferences.2.type']],
    ['no list', 'all', [400, 'MalformedRequest', 'preferences']],
  ])('%s is refused, and nothing of it is kept', async (_, preferences, expected) => {
    expect(refusal(await put(preferences))).toEqual(expected);
    expect(await written()).toBe(0);
  });

  describe('the link of a mail', () => {
    const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
    const tokenOf = (kind: UnsubscribeKind, { userGuid }: TestPerson = nora) =>
      unsubscribeToken(
        kind,
        MailedLinks.ofMails(Buffer.from(app.options.sealingKey, 'base64'), kind).tokenOf(userGuid),
      );
    /** One-click unsubscribe like a mail program, without a session. */
    const oneClick = (token: string, body = 'List-Unsubscribe=One-Click', headers: Record<string, string> = FORM) =>
      app.call('POST', `/email-preferences/unsubscribe?token=${encodeURIComponent(token)}`, { body, headers });

    test('stops the mails of its kind for its reader without a sign-in, again writes nothing, and those that were wanted again since too', async () => {
      expect(await oneClick(tokenOf('REVIEW'))).toMatchObject({ status: 200, body: { kind: 'REVIEW' } });
      const stopped = [{ type: 'REVIEW', isEnabled: false, frequency: 'IMMEDIATE' }, ...atFirst.slice(1)];
      expect((await get()).body.preferences).toEqual(stopped);
      expect((await oneClick(tokenOf('REVIEW'))).status).toBe(200);
      expect(await written()).toBe(1);
      await put([atFirst[0]]);
      expect((await oneClick(tokenOf('REVIEW'))).status).toBe(200);
      expect((await get()).body.preferences).toEqual(stopped);
    });

    test('of a digest stops what comes by digests, and nothing else', async () => {
      await put([
        { type: 'REVIEW', isEnabled: true, frequency: 'DAILY' },
        { type: 'APPROVAL', isEnabled: true, frequency: 'WEEKLY' },
      ]);
      expect((await oneClick(tokenOf('DIGEST'))).body).toEqual({ kind: 'DIGEST' });
      expect((await get()).body.preferences).toEqual([
        { type: 'REVIEW', isEnabled: false, frequency: 'DAILY' },
        { type: 'APPROVAL', isEnabled: false, frequency: 'WEEKLY' },
        ...atFirst.slice(2),
      ]);
    });

    test('that is opened changes nothing: what looks through mails only opens', async () => {
      expect(
        (await app.call('GET', `/email-preferences/unsubscribe?token=${tokenOf('REVIEW')}`)).status,
      ).toBeGreaterThanOrEqual(400);
      expect(await written()).toBe(0);
    });

    test.each<[string, () => Promise<Answer>, (string | number)[]]>([
      ['none', () => oneClick('x'), [400, 'MalformedToken', 'token']],
      ['of a kind that there is not', () => oneClick(`newsletter.${'A'.repeat(64)}`), [400, 'MalformedToken', 'token']],
      ['that we never made', () => oneClick(`review.${'A'.repeat(64)}`), [400, 'MalformedToken', 'token']],
      [
        'made for another kind',
        () => oneClick(tokenOf('REVIEW').replace('review.', 'approval.')),
        [400, 'MalformedToken', 'token'],
      ],
      [
        'with a form that asks for something else',
        () => oneClick(tokenOf('REVIEW'), 'List-Unsubscribe=No'),
        [400, 'MalformedRequest', 'List-Unsubscribe'],
      ],
      [
        'with JSON',
        () => oneClick(tokenOf('REVIEW'), '{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }),
        [415, 'UnsupportedMediaType'],
      ],
    ])('%s is refused, and nothing is kept', async (_, asked, expected) => {
      expect(refusal(await asked())).toEqual(expected);
      expect(await written()).toBe(0);
    });
  });
});
