import { setTimeout as sleep } from 'node:timers/promises';
import { followUpsOf } from '@plimsoll/api/commands/follow-up';
import { followUps } from '@plimsoll/api/commands/follow-ups';
import { alarmQuestions, injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { alarmWorks } from '../../../api/test/alarms/alarm-works.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { TestApplication } from '../../../api/test/test-application.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { eventually } from '../../../reactors/test/eventually.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { MailServer } from '../../../reactors/test/mail-server.ts';
import { allMigrations } from '../migrations.ts';

/** What occurs nowhere but in the events themselves: a text, a name, a place and a treatment. */
const SECRETS = ['Quicksilver burst', 'Olga Fernandez-Quay', 'behind the green door', 'Sutured twice'];
const SENSITIVE = 200;

let app: TestApplication;
let admin: pg.Client;
let server: MailServer;
let reactors: Reactors;
let scene: Awaited<ReturnType<typeof alarmWorks>>;
const lines: string[] = [];

beforeAll(async () => {
  app = await TestApplication.start({}, allMigrations);
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  server = await MailServer.start();
  reactors = await startReactors({
    appDatabaseUrl: app.database.appUrl,
    projectorDatabaseUrl: app.database.projectorUrl,
    sealingKey: app.options.sealingKey,
    publicUrl: 'https://safety.example.com',
    smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
    onError: (error, what) => void lines.push(`${what} ${String(error)} ${JSON.stringify(error)}`),
  });
  await reactors.runCommands(followUpsOf(app.api.application, followUps));
  scene = await alarmWorks(app);
  // Vera sees injuries, so that she is alerted about them.
  await app.permit(scene.org, scene.people.Vera, ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA']);
  await sleep(1_000);
});
afterAll(async () => {
  await reactors?.close();
  await server?.stop();
  await admin?.end();
  await app?.stop();
});

const injury = {
  formGuid: injuryForm.formGuid,
  formVersion: injuryForm.version,
  description: SECRETS[0],
  location: SECRETS[2],
  injuredPersons: [{ personType: 'EMPLOYEE', classification: 'FATALITY', name: SECRETS[1], treatment: SECRETS[3] }],
  components: [
    {
      groupGuid: injuryForm.groups[0]!.groupGuid,
      answers: [{ questionGuid: alarmQuestions.admittedToHospital, value: true }],
    },
  ],
};

test(`of ${SENSITIVE} sensitive events nothing that was written stands in mails, tables of alarms, jobs or lines of the log`, async () => {
  // The first try of each mail fails, so that errors are written down too.
  server.refuse = { code: 451, message: `Rejected: ${SECRETS[1]}` };
  const alarms: string[] = [];
  for (let count = 0; count < SENSITIVE; count += 1) alarms.push((await scene.report(injury)).alarmGuid);
  const settledMails = async () => Number((await admin.query('select count(*) from alarm_mails')).rows[0].count);
  await eventually(settledMails, (count) => count >= SENSITIVE, 60_000);
  server.refuse = undefined;
  await admin.query("update jobs.job set start_after = now() where state = 'retry'");
  await eventually(
    () => server.mails.filter(({ subject }) => subject!.startsWith('Alarm: ')).length,
    (count) => count >= 20,
    60_000,
  );
  const acknowledged = await scene.acknowledge('Vera', alarms[0]!);
  expect(acknowledged.status).toBe(200);
  await eventually(
    () => server.mails.filter(({ subject }) => subject!.includes('is on it')).length,
    (count) => count > 0,
    30_000,
  );
  const mails = server.mails
    .filter(({ subject }) => !subject!.includes('waiting for your review'))
    .map(({ subject, text, html }) => `${subject} ${text} ${html}`);
  const tables: string[] = [];
  for (const table of ['alarm_mails', 'alarm_v1', 'alarm_due_v1', 'alarm_settings_v1', 'jobs.job', 'mail_marks'])
    tables.push(JSON.stringify((await admin.query(`select * from ${table}`)).rows));
  const { rows: stored } = await admin.query<{ body: string }>("select body from events where kind = 'alarm'");
  const everything = [...mails, ...tables, ...stored.map(({ body }) => body), ...lines].join('\n');
  for (const secret of SECRETS) expect(everything).not.toContain(secret);
  // Mails about sensitive events do not say what happened either.
  const alerts = mails.filter((mail) => mail.startsWith('Alarm: '));
  expect(alerts.length).toBeGreaterThanOrEqual(20);
  for (const mail of alerts) expect(mail).not.toMatch(/died|hospital|fatal|Olga|Rita Test|Vera Test/i);
}, 180_000);

test('a mail about an event that is not sensitive and in which nobody was hurt says which rule was met, and its heading', async () => {
  const before = server.mails.length;
  await scene.report({
    description: 'A sling slipped.',
    components: [
      {
        groupGuid: nearMissForm.groups[0]!.groupGuid,
        answers: [{ questionGuid: alarmQuestions.worstThatCouldHappen, value: 'FATALITY' }],
      },
    ],
  });
  const mail = await eventually(
    () => server.mails.slice(before).find(({ subject }) => subject!.startsWith('Please look')),
    (found) => found !== undefined,
    30_000,
  );
  expect(mail!.text).toContain('It could have killed. “A sling slipped”');
}, 60_000);
