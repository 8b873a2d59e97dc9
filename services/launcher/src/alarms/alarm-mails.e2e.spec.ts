import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RaiseAlarm } from '@plimsoll/api/alarms/raise-alarm';
import { followUpsOf } from '@plimsoll/api/commands/follow-up';
import { followUps } from '@plimsoll/api/commands/follow-ups';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { alarmQuestions, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { startReactors, type ReactorOptions, type Reactors } from '@plimsoll/reactors/start-reactors';
import { LinkTokens } from '@plimsoll/shared/link-tokens';
import pg from 'pg';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { alarmWorks } from '../../../api/test/alarms/alarm-works.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { TestApplication } from '../../../api/test/test-application.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { eventually } from '../../../reactors/test/eventually.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { MailServer, recipientOf } from '../../../reactors/test/mail-server.ts';
import { allMigrations } from '../migrations.ts';

const PUBLIC_URL = 'https://safety.example.com';
let app: TestApplication;
let admin: pg.Client;
let server: MailServer;
let reactors: Reactors | undefined;
let minutes = 0;

/** The test's clock: it is set ahead by minutes. */
const now = () => new Date(Date.now() + minutes * 60_000);
const optionsOf = (): ReactorOptions => ({
  appDatabaseUrl: app.database.appUrl,
  projectorDatabaseUrl: app.database.projectorUrl,
  sealingKey: app.options.sealingKey,
  publicUrl: PUBLIC_URL,
  smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
  superviseSeconds: 1,
});

async function start(): Promise<void> {
  reactors = await startReactors({ ...optionsOf(), now });
  await reactors.runCommands(followUpsOf({ ...app.api.application, now }, followUps));
}

beforeAll(async () => {
  app = await TestApplication.start({}, allMigrations);
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});
beforeEach(async () => {
  minutes = 0;
  server = await MailServer.start();
  await start();
});
afterEach(async () => {
  await reactors?.close();
  reactors = undefined;
  await server.stop();
});

const organization = () => alarmWorks(app);
type Scene = Awaited<ReturnType<typeof alarmWorks>>;

/** The people who were mailed about alarms, with the beginning of the subject, in alphabetical order. */
const mailed = ({ nameOf }: Scene) =>
  server.mails
    .filter(({ subject }) => !subject!.includes('waiting for your review'))
    // Mails of other tests' organizations may still arrive.
    .filter((mail) => nameOf(recipientOf(mail)) !== null)
    .map((mail) => `${nameOf(recipientOf(mail))}: ${mail.subject}`)
    .sort();

/** Waits until no job is left but those that wait for their next attempt. */
async function settled(): Promise<void> {
  await app.api.application.store.heads();
  for (let quiet = 0, tries = 0; quiet < 4 && tries < 400; tries += 1) {
    await sleep(100);
    const { rows } = await admin.query(
      "select count(*)::int as open from jobs.job where state::text in ('created', 'active')",
    );
    const behind = await admin.query(
      `select count(*)::int as behind from tenant_heads h where exists (select from reactor_checkpoints c where c.tenant = h.tenant and c.position < h.position)`,
    );
    quiet = rows[0].open === 0 && behind.rows[0].behind === 0 ? quiet + 1 : 0;
  }
}
/** Sets the clock to so many minutes after the beginning, and looks for due steps, as happens each minute. */
async function after(count: number): Promise<void> {
  minutes = count;
  await reactors!.schedules.run('alarms/due-steps');
  await settled();
}
const passPauses = () => admin.query("update jobs.job set start_after = now() where state = 'retry'");

test('an alarm that nobody answers goes to the first, the next, then everyone, and no further after four hours', async () => {
  const scene = await organization();
  const { alarmGuid } = await scene.report({ isUrgent: true });
  await settled();
  const alarm = 'Alarm: event 1 at Alberta needs someone now';
  const first = [`Vera: ${alarm}`];
  expect(mailed(scene)).toEqual(first);
  await after(14);
  expect(mailed(scene)).toEqual(first);
  await after(15);
  const second = [`Karl: ${alarm}`, `Vera: ${alarm}`, ...first].sort();
  expect(mailed(scene)).toEqual(second);
  let expected = second;
  for (const minute of [30, 60, 120, 240]) {
    await after(minute);
    expected = [
      ...expected,
      ...['Ada', 'Karl', 'Vera'].map(
        (name) => `${name}: No one has answered for ${minute} minutes: event 1 at Alberta`,
      ),
    ].sort();
    expect(mailed(scene)).toEqual(expected);
  }
  for (const minute of [241, 300, 360]) await after(minute);
  expect(mailed(scene)).toEqual(expected);
  const { body: bell } = await app.call('GET', `/dashboard/notifications?organizationGuid=${scene.org}`, {
    token: scene.people.Ada.token,
  });
  expect(bell.alarms).toMatchObject([{ alarmGuid, isUnanswered: true, areMailsLate: false }]);
  const { steps } = await scene.shown(alarmGuid);
  expect(
    steps.map(({ step, people }: { step: number; people: { mail: string }[] }) => [
      step,
      people.map(({ mail }) => mail),
    ]),
  ).toEqual([[0, ['SENT']], [1, ['SENT', 'SENT']], ...[2, 3, 4, 5].map((step) => [step, ['SENT', 'SENT', 'SENT']])]);
}, 120_000);

test('once someone has answered nobody is alerted any more, and who was mailed is told who is on it, as is the reporter', async () => {
  const scene = await organization();
  const { alarmGuid } = await scene.report({ isUrgent: true });
  await settled();
  await after(15);
  expect((await scene.acknowledge('Karl', alarmGuid)).status).toBe(200);
  await settled();
  for (const minute of [30, 60, 240]) await after(minute);
  const alarm = 'Alarm: event 1 at Alberta needs someone now';
  const answered = 'Karl Test is on it: event 1 at Alberta';
  expect(mailed(scene)).toEqual(
    [`Vera: ${alarm}`, `Vera: ${alarm}`, `Karl: ${alarm}`, `Vera: ${answered}`, `Rita: ${answered}`].sort(),
  );
}, 60_000);

test('a notice is told once, with what happened where nobody was hurt', async () => {
  const scene = await organization();
  const { alarmGuid } = await scene.report({
    components: [
      {
        groupGuid: nearMissForm.groups[0]!.groupGuid,
        answers: [{ questionGuid: alarmQuestions.worstThatCouldHappen, value: 'FATALITY' }],
      },
    ],
  });
  await settled();
  for (const minute of [15, 30, 240]) await after(minute);
  expect(mailed(scene)).toEqual(['Karl: Please look at event 1 at Alberta', 'Vera: Please look at event 1 at Alberta']);
  const text = server.mails.find(({ subject }) => subject!.startsWith('Please'))!.text!;
  expect(text).toContain('Event 1 (Near miss) at Alberta.');
  expect(text).toContain('It could have killed. “A sling slipped and Olga Fern was nearly hit”');
  expect(text).toContain('Emergency number: 911.');
  expect(text).toContain(`${PUBLIC_URL}/alarms/${alarmGuid}`);
}, 60_000);

test('after an outage of 50 minutes only the last step that is due is taken', async () => {
  const scene = await organization();
  const { alarmGuid } = await scene.report({ isUrgent: true });
  await settled();
  await reactors!.close();
  minutes = 50;
  await start();
  await settled();
  expect(mailed(scene)).toEqual([
    'Ada: No one has answered for 50 minutes: event 1 at Alberta',
    'Karl: No one has answered for 50 minutes: event 1 at Alberta',
    'Vera: Alarm: event 1 at Alberta needs someone now',
    'Vera: No one has answered for 50 minutes: event 1 at Alberta',
  ]);
  expect((await scene.shown(alarmGuid)).steps.map(({ step }: { step: number }) => step)).toEqual([0, 2]);
}, 60_000);

test('a mail server that takes nothing for ten minutes delays mails, the page and the bell say so, and each arrives once', async () => {
  const scene = await organization();
  server.refuse = { code: 451, message: 'Try again later' };
  const { alarmGuid } = await scene.report({ isUrgent: true });
  await settled();
  expect((await scene.shown(alarmGuid)).steps[0].people).toMatchObject([{ mail: 'WAITING', mailTries: 1 }]);
  await admin.query(
    "update alarm_mails set first_tried_at = first_tried_at - interval '3 minutes' where alarm_guid = $1",
    [alarmGuid],
  );
  const { body: bell } = await app.call('GET', `/dashboard/notifications?organizationGuid=${scene.org}`, {
    token: scene.people.Vera.token,
  });
  expect(bell.alarms).toMatchObject([{ alarmGuid, areMailsLate: true }]);
  for (let tries = 2; tries < 5; tries += 1) {
    await passPauses();
    await settled();
  }
  server.refuse = undefined;
  await passPauses();
  await eventually(
    () => mailed(scene).length,
    (count) => count > 0,
  );
  await settled();
  expect(mailed(scene)).toEqual(['Vera: Alarm: event 1 at Alberta needs someone now']);
  expect((await scene.shown(alarmGuid)).steps[0].people).toMatchObject([{ mail: 'SENT' }]);
}, 60_000);

test('what has not been sent when the alarm is answered is not sent any more', async () => {
  const scene = await organization();
  server.refuse = { code: 451, message: 'Try again later' };
  const { alarmGuid } = await scene.report({ isUrgent: true });
  await settled();
  expect((await scene.acknowledge('Karl', alarmGuid)).status).toBe(200);
  server.refuse = undefined;
  await passPauses();
  await settled();
  await passPauses();
  await settled();
  expect(mailed(scene).filter((mail) => mail.includes('needs someone'))).toEqual([]);
  expect((await scene.shown(alarmGuid)).steps[0].people).toMatchObject([{ mail: 'NOT_NEEDED' }]);
}, 60_000);

test('a person gets 20 mails of alarms an hour; the alarms stand in the list', async () => {
  const scene = await organization();
  for (let count = 0; count < 22; count += 1) await scene.report({ isUrgent: true });
  await settled();
  expect(mailed(scene)).toHaveLength(20);
  const { rows } = await admin.query(
    'select state, count(*)::int as count from alarm_mails where tenant = $1 group by state order by state',
    [scene.org],
  );
  expect(rows).toEqual([
    { state: 'FAILED', count: 2 },
    { state: 'SENT', count: 20 },
  ]);
  const { body } = await app.call('GET', `/orgs/${scene.org}/alarms?state=OPEN`, { token: scene.people.Vera.token });
  expect(body.totalCount).toBe(22);
}, 60_000);

describe('the link of an alarm’s mail', () => {
  const linkIn = () => /\/alarm#([\w-]+)/.exec(server.mails.find(({ text }) => text!.includes('/alarm#'))!.text!)![1]!;
  const open = (method: 'GET' | 'POST', token: string | undefined) =>
    app.call(method, '/alarm-answers', { headers: token === undefined ? {} : { 'Link-Token': token } });

  test('shows the alarm to anyone who holds it, and answers it when it is pressed, without a session', async () => {
    const scene = await organization();
    const { alarmGuid } = await scene.report({ isUrgent: true });
    await settled();
    const token = linkIn();
    for (let look = 0; look < 3; look += 1)
      expect(await open('GET', token)).toMatchObject({
        status: 200,
        body: {
          state: 'OPEN',
          isYours: false,
          isDrill: false,
          number: 1,
          formName: 'Near miss',
          worksiteName: null,
          emergencyPhone: null,
          emergencyNumber: '911',
          answeredBy: null,
        },
      });
    expect((await scene.shown(alarmGuid)).state).toBe('OPEN');
    const pressed = await open('POST', token);
    expect(pressed).toMatchObject({ status: 200, body: { state: 'ACKNOWLEDGED', isYours: true } });
    expect((await open('POST', token)).body).toMatchObject({ state: 'ACKNOWLEDGED', isYours: true });
    const { events } = await app.api.application.store.load(scene.org, { kind: 'alarm', guid: alarmGuid });
    expect(events.at(-1)).toMatchObject({
      type: 'AlarmAcknowledged',
      data: { byGuid: scene.people.Vera.userGuid, via: 'LINK' },
    });
    expect(events).toHaveLength(2);
  }, 60_000);

  test('says who has it when another person has answered', async () => {
    const scene = await organization();
    const { alarmGuid } = await scene.report({ isUrgent: true });
    await settled();
    await scene.acknowledge('Karl', alarmGuid);
    expect(await open('POST', linkIn())).toMatchObject({
      status: 200,
      body: { state: 'ACKNOWLEDGED', isYours: false, answeredBy: { name: 'Karl Test' } },
    });
  }, 60_000);

  test('of another round, after 24 hours, of someone who left, forged, cut, doubled or missing: one and the same 404', async () => {
    const scene = await organization();
    const { eventId, alarmGuid } = await scene.report({ isUrgent: true });
    await settled();
    const token = linkIn();
    const bodyOf = async (wrong: string | undefined, method: 'GET' | 'POST' = 'GET') => {
      const { status, body } = await open(method, wrong);
      return [status, body.className, body.detail];
    };
    const unknown = await bodyOf(undefined);
    expect(unknown.slice(0, 2)).toEqual([404, 'LinkNotFound']);
    const tokens = LinkTokens.ofAlarms(Buffer.from(app.options.sealingKey, 'base64'));
    const of = (alarm: string, person: string, round: number) => tokens.tokenOf([scene.org, alarm, person], round);
    const { Vera, Karl, Rita } = scene.people;
    for (const wrong of [
      '',
      token.slice(0, -2),
      token + token,
      LinkTokens.ofAlarms(Buffer.alloc(32)).tokenOf([scene.org, alarmGuid, Vera.userGuid], 1),
      of(alarmGuid, Vera.userGuid, 2),
      of(randomUUID(), Vera.userGuid, 1),
      of(alarmGuid, randomUUID(), 1),
    ])
      for (const method of ['GET', 'POST'] as const) expect(await bodyOf(wrong, method)).toEqual(unknown);
    const old = await scene.report({});
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await app.api.application.commands.execute(
      new RaiseAlarm(systemEnvelope({ tenant: scene.org, at: yesterday }), old.eventId, old.alarmGuid),
    );
    expect(await bodyOf(of(old.alarmGuid, Vera.userGuid, 1))).toEqual(unknown);
    await scene.acknowledge('Karl', alarmGuid);
    await app.call('POST', `/orgs/${scene.org}/alarms`, { token: Rita.token, body: { eventId } });
    expect(await bodyOf(token, 'POST')).toEqual(unknown);
    expect((await open('GET', of(alarmGuid, Karl.userGuid, 2))).status).toBe(200);
    const left = await app.call('DELETE', `/org-memberships/${scene.org}/${Karl.userGuid}`, {
      token: scene.people.Ada.token,
    });
    await app.caughtUp(scene.org, positionOf(left.headers.get('Position')!, scene.org)!);
    expect(await bodyOf(of(alarmGuid, Karl.userGuid, 2))).toEqual(unknown);
    expect((await scene.shown(alarmGuid)).state).toBe('OPEN');
  }, 60_000);
});

test('a drill says that it is one, and goes no further than everyone', async () => {
  const scene = await organization();
  const started = await app.call('POST', `/orgs/${scene.org}/alarm-drills`, {
    token: scene.people.Ada.token,
    body: {},
  });
  expect(started.status).toBe(201);
  await settled();
  for (const minute of [15, 30]) await after(minute);
  const drill = 'DRILL: Alarm: Alarm Works needs someone now';
  const repeated = 'DRILL: No one has answered for 30 minutes: Alarm Works';
  expect(mailed(scene)).toEqual(
    [
      `Vera: ${drill}`,
      `Vera: ${drill}`,
      `Karl: ${drill}`,
      ...['Ada', 'Karl', 'Vera'].map((name) => `${name}: ${repeated}`),
    ].sort(),
  );
  for (const minute of [60, 120]) await after(minute);
  expect(mailed(scene)).toHaveLength(6);
}, 60_000);
