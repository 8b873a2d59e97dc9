import { randomUUID } from 'node:crypto';
import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { eventually } from '../../test/eventually.ts';
import { MailServer, recipientOf } from '../../test/mail-server.ts';
import { PeopleLog, type Person } from '../../test/people-log.ts';
import { startReactors, type Reactors } from '../start-reactors.ts';

const PUBLIC_URL = 'https://safety.example.com';
let people: PeopleLog;
let server: MailServer;
let now = new Date('2026-03-05T12:30:00Z');
let reactors: Reactors | undefined;

beforeEach(async () => {
  people = await PeopleLog.open();
  server = await MailServer.start();
  now = new Date('2026-03-05T12:30:00Z');
});
afterEach(async () => {
  await reactors?.close();
  reactors = undefined;
  await people.log.close();
  await server.stop();
});

async function start(): Promise<void> {
  const { appUrl, projectorUrl } = people.log.database;
  reactors = await startReactors({
    appDatabaseUrl: appUrl,
    projectorDatabaseUrl: projectorUrl,
    sealingKey: people.log.sealingKey.toString('base64'),
    publicUrl: PUBLIC_URL,
    smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
    superviseSeconds: 1,
    now: () => now,
  });
}
const settled = async () => {
  await people.log.project();
  await reactors!.runner.catchUp();
  await eventually(
    async () =>
      Number(
        (
          await people.log.asAdmin(
            "select count(*) from jobs.job where name = 'mail' and state::text in ('created', 'active', 'retry')",
          )
        )[0]!['count'],
      ),
    (open) => open === 0,
    30_000,
  );
};
const mails = (kind: RegExp) =>
  server.mails
    .filter(({ subject }) => kind.test(subject!))
    .map((mail) => [recipientOf(mail), mail.subject, mail.text!])
    .sort(([one], [other]) => one!.localeCompare(other!));
const subjects = (kind: RegExp) => mails(kind).map(([to, subject]) => [to, subject]);
const ANSWER = /^Your report/;
const WAITING = /has waited/;

/** An organization with a reporter and a reviewer. */
async function scene() {
  const tenant = await people.found();
  const [rita, vera] = [await people.join(tenant, 'Rita Quay'), await people.join(tenant, 'Vera Quay')];
  await people.permit(tenant, rita, []);
  await people.log.project();
  await start();
  const ask = (incident: string, reviewer: Person = vera) =>
    people.step(tenant, incident, 'ReviewRequested', {
      reviewerGuid: reviewer.userGuid,
      isByCallList: false,
      routedTo: null,
    });
  const review = (incident: string, answer: string | null, by = vera) =>
    people.step(
      tenant,
      incident,
      'IncidentReviewed',
      { severity: 1, likelihood: 1, comment: null, answer },
      by.userGuid,
    );
  return { tenant, rita, vera, ask, review };
}

test('who reported is mailed what became of it and by whom, with the sentence; a second review only with another one', async () => {
  const { tenant, rita, ask, review } = await scene();
  const incident = await people.report(tenant, { reporter: rita });
  await ask(incident);
  await review(incident, 'The roller has a guard now.');
  await settled();
  const [mail] = mails(ANSWER);
  expect(mail![0]).toBe(rita.emailAddress);
  expect(mail![2]).toContain('Event 1 (Near miss), which you reported.');
  expect(mail![2]).toContain('by Vera Quay.');
  expect(mail![2]).toContain('“The roller has a guard now.”');
  expect(mail![2]).toContain(`${PUBLIC_URL}/events/${incident}`);
  await review(incident, 'The roller has a guard now.');
  await settled();
  expect(mails(ANSWER)).toHaveLength(1);
  await review(incident, 'Both rollers have a guard now.');
  await settled();
  expect(mails(ANSWER)).toHaveLength(2);
}, 60_000);

test('the sentence stays out of mails about sensitive events, and where it names someone who was hurt', async () => {
  const { tenant, rita, ask, review } = await scene();
  const sensitive = await people.report(tenant, { reporter: rita, isSensitive: true });
  const hurt = await people.report(tenant, { reporter: rita, hurt: ['Olga Fern'] });
  for (const incident of [sensitive, hurt]) {
    await ask(incident);
    await review(incident, 'We have talked to Olga.');
  }
  await settled();
  expect(mails(ANSWER)).toHaveLength(2);
  for (const [, , text] of mails(ANSWER)) expect(text).not.toContain('Olga');
}, 60_000);

test('no one is mailed what they did themselves, nor about imported or deleted events, nor against their preference', async () => {
  const { tenant, rita, vera, ask, review } = await scene();
  const own = await people.report(tenant, { reporter: vera });
  await ask(own);
  await review(own, 'I changed it.');
  await people.log.tell({
    tenant: INSTALLATION_TENANT,
    stream: rita.userGuid,
    event: {
      type: 'EmailPreferencesChanged',
      data: { userGuid: rita.userGuid, preferences: [{ type: 'REPORT_ANSWER', isEnabled: true, frequency: 'NEVER' }] },
    },
    by: rita.userGuid,
  });
  const unwanted = await people.report(tenant, { reporter: rita });
  await ask(unwanted);
  await review(unwanted, 'Thank you.');
  await settled();
  expect(subjects(ANSWER)).toEqual([]);
}, 60_000);

test('an action that was checked is told to who reported the event', async () => {
  const { tenant, rita, vera } = await scene();
  const incident = await people.report(tenant, { reporter: rita });
  const task = randomUUID();
  const step = (type: string, data: object) =>
    people.log.tell({ tenant, stream: task, event: { type, data: { eventId: incident, ...data } }, by: vera.userGuid });
  await step('TaskCreated', {
    description: 'Fit a guard.',
    dueDate: '2026-03-20',
    responsibleGuid: vera.userGuid,
    verifierGuid: vera.userGuid,
    priority: 'MEDIUM',
    controlType: null,
    rootCause: null,
  });
  await step('TaskCompleted', { comment: null, verifyBy: '2026-04-20' });
  await step('TaskVerified', { comment: null });
  await settled();
  expect(subjects(ANSWER)).toEqual([
    [rita.emailAddress, 'Your report, event 1: someone has checked that a corrective action worked'],
  ]);
}, 60_000);

test('a review that waits is mailed again after 3 and 7 days, then weekly, and from two weeks on also to someone else', async () => {
  const { tenant, rita, vera, ask } = await scene();
  const ada = await people.join(tenant, 'Ada Quay');
  await people.makeAdmin(tenant, ada);
  const incident = await people.report(tenant, { reporter: rita });
  await ask(incident);
  await settled();
  const [row] = await people.log.asAdmin('select holder_since from notification_v2');
  const asked = localDateTime(row!['holder_since'] as Date, 'America/Edmonton').date;
  const look = async (days: number) => {
    now = new Date(`${addDays(asked, days)}T20:00:00Z`);
    await reactors!.close();
    await start();
    await settled();
    await reactors!.schedules.run('tasks/reminders');
    await settled();
    return subjects(WAITING);
  };
  const first = [vera.emailAddress, 'Event 1 has waited for your review for 3 days'];
  const due: Record<number, number> = {};
  for (const days of [1, 2, 3, 4, 7, 8, 13]) due[days] = (await look(days)).length;
  expect(due).toEqual({ 1: 0, 2: 0, 3: 1, 4: 1, 7: 2, 8: 2, 13: 2 });
  expect(subjects(WAITING)).toContainEqual(first);
  const after = await look(14);
  expect(after).toHaveLength(4);
  expect(after).toContainEqual([ada.emailAddress, 'Event 1 has waited for a review for 14 days']);
  expect((await look(21)).length).toBe(6);
}, 120_000);
