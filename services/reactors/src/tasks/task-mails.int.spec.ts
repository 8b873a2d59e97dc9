import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { PeopleLog, type Person } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { MailServer } from '../../test/mail-server.ts';
import { startReactors, type Reactors } from '../start-reactors.ts';

const PUBLIC_URL = 'https://safety.example.com';
let people: PeopleLog;
let server: MailServer;
let now = new Date('2026-03-05T00:00:00Z');
const running: Reactors[] = [];

beforeEach(async () => {
  people = await PeopleLog.open();
  server = await MailServer.start();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await people.log.close();
  await server.stop();
});

async function start(): Promise<Reactors> {
  const { appUrl, projectorUrl } = people.log.database;
  const reactors = await startReactors({
    appDatabaseUrl: appUrl,
    projectorDatabaseUrl: projectorUrl,
    sealingKey: people.log.sealingKey.toString('base64'),
    publicUrl: PUBLIC_URL,
    smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
    superviseSeconds: 1,
    now: () => now,
  });
  running.push(reactors);
  return reactors;
}

interface Asked {
  readonly incident: string;
  readonly responsible: Person;
  readonly verifier: Person;
  readonly by: Person;
  readonly dueDate?: string;
}
async function ask(
  tenant: string,
  { incident, responsible, verifier, by, dueDate = '2026-03-09' }: Asked,
): Promise<string> {
  const task = randomUUID();
  const data = {
    eventId: incident,
    description: 'Fence the edge of the quay',
    dueDate,
    responsibleGuid: responsible.userGuid,
    verifierGuid: verifier.userGuid,
    priority: 'HIGH',
    controlType: null,
    rootCause: null,
  };
  await people.log.tell({ tenant, stream: task, event: { type: 'TaskCreated', data }, by: by.userGuid });
  return task;
}
const step = (tenant: string, stream: string, type: string, data: object, by: Person) =>
  people.log.tell({ tenant, stream, event: { type, data }, by: by.userGuid });
/** Received mails, as `recipient: subject`. */
const mailTexts = () =>
  server.mails
    .map(
      (mail, index) =>
        `${server.mails[index]!.to && !Array.isArray(mail.to) ? mail.to!.value[0]!.name : ''}: ${mail.subject}`,
    )
    .sort();

test('the responsible person gets a mail, except for their own actions; without the description of a sensitive event or with the name of an injured person', async () => {
  const tenant = await people.found();
  const [mo, tess, kim] = [
    await people.join(tenant, 'Mo Quill'),
    await people.join(tenant, 'Tess Bower'),
    await people.join(tenant, 'Kim Ash'),
  ];
  await people.log.project();
  await start();
  const open = await people.report(tenant);
  const sensitive = await people.report(tenant, { isSensitive: true });
  const named = await people.report(tenant, { hurt: ['The Quay'] });
  const task = await ask(tenant, { incident: open, responsible: tess, verifier: mo, by: mo });
  await ask(tenant, { incident: sensitive, responsible: kim, verifier: mo, by: mo });
  await ask(tenant, { incident: named, responsible: kim, verifier: mo, by: mo });
  await ask(tenant, { incident: open, responsible: mo, verifier: tess, by: mo });
  await eventually(
    () => server.mails.length,
    (count) => count === 3,
  );
  await step(tenant, task, 'TaskChanged', { eventId: open, responsibleGuid: kim.userGuid }, mo);
  await people.log.tell({
    tenant: INSTALLATION_TENANT,
    stream: tess.userGuid,
    event: {
      type: 'EmailPreferencesChanged',
      data: {
        userGuid: tess.userGuid,
        preferences: [{ type: 'CORRECTIVE_ACTION', isEnabled: false, frequency: 'IMMEDIATE' }],
      },
    },
    by: tess.userGuid,
  });
  await ask(tenant, { incident: open, responsible: tess, verifier: mo, by: mo });
  await eventually(
    () => server.mails.length,
    (count) => count === 4,
  );
  await sleep(1_500);
  const subject = 'A corrective action is with you, due 9 March 2026';
  expect(mailTexts()).toEqual([
    `Kim Ash: ${subject}`,
    `Kim Ash: ${subject}`,
    `Kim Ash: ${subject}`,
    `Tess Bower: ${subject}`,
  ]);
  const first = server.mails.find(({ to }) => JSON.stringify(to).includes('Tess Bower'))!;
  expect(first.text).toContain(`${PUBLIC_URL}/corrective-actions/${task}?organizationGuid=${tenant}`);
  expect(first.text).toContain('Fence the edge of the quay');
  expect(first.text).toContain('/settings/notifications');
  // One of Kim's mails is about the action that was reassigned from Tess.
  expect(server.mails.filter(({ text }) => text?.includes('Fence the edge'))).toHaveLength(2);
});

test('reminders are sent at 07:00 local time, three days before, on the day, one and seven days after, then weekly to a manager too, each once, across a change of summer time and a restart', async () => {
  const tenant = await people.found();
  const [mo, tess, admin] = [
    await people.join(tenant, 'Mo Quill'),
    await people.join(tenant, 'Tess Bower'),
    await people.join(tenant, 'Ada Quay'),
  ];
  await people.makeAdmin(tenant, admin);
  const incident = await people.report(tenant);
  await ask(tenant, { incident, responsible: tess, verifier: mo, by: mo });
  const checked = await ask(tenant, { incident, responsible: mo, verifier: tess, by: mo, dueDate: '2026-03-05' });
  await step(tenant, checked, 'TaskCompleted', { eventId: incident, comment: null, verifyBy: '2026-03-12' }, mo);
  await people.log.project();
  let reactors = await start();
  const came: string[] = [];
  for (let hour = 0; hour < 26 * 24; hour++) {
    // Every hour around 07:00 local time, every third hour otherwise.
    if ((hour % 24 < 11 || hour % 24 > 15) && hour % 3 !== 0) continue;
    now = new Date(Date.parse('2026-03-05T00:30:00Z') + hour * 3_600_000);
    if (hour % 150 === 147) {
      await running.pop()!.close();
      reactors = await start();
    }
    const before = await jobs();
    await reactors.schedules.run('tasks/reminders');
    if ((await jobs()) > before) came.push(now.toISOString().slice(0, 13));
  }
  // 07:00 in Edmonton is 14:00 UTC until 8 March, and 13:00 from then on.
  expect(came).toEqual([
    '2026-03-06T14',
    '2026-03-09T13',
    '2026-03-10T13',
    '2026-03-12T13',
    '2026-03-13T13',
    '2026-03-16T13',
    '2026-03-19T13',
    '2026-03-23T13',
    '2026-03-26T13',
    '2026-03-30T13',
  ]);
  const expected = [
    'Ada Quay: A corrective action is overdue since 9 March 2026',
    'Ada Quay: A corrective action is overdue since 9 March 2026',
    'Tess Bower: A corrective action is due 9 March 2026',
    'Tess Bower: A corrective action is due 9 March 2026',
    ...Array<string>(4).fill('Tess Bower: A corrective action is overdue since 9 March 2026'),
    ...Array<string>(4).fill('Tess Bower: A corrective action is to be checked, by 12 March 2026'),
  ];
  await eventually(
    () => server.mails.length,
    (count) => count >= expected.length,
  );
  await sleep(1_500);
  expect(mailTexts()).toEqual(expected);
}, 120_000);

const jobs = async (): Promise<number> =>
  Number(
    (
      await people.log.asAdmin(
        "select count(*) from jobs.job where data ->> 'kind' like 'ACTION_%' and not (data -> 'ids' ? 'recipient') and data -> 'ids' ? 'step'",
      )
    )[0]!['count'],
  );

test('members who chose a digest get it at 07:00, daily or on Mondays, instead of single mails, and none when nothing waits', async () => {
  const tenant = await people.found();
  const [vera, tess, idle] = [
    await people.join(tenant, 'Vera Quay'),
    await people.join(tenant, 'Tess Bower'),
    await people.join(tenant, 'Ida Reef'),
  ];
  const prefer = (person: Person, ...preferences: object[]) =>
    people.log.tell({
      tenant: INSTALLATION_TENANT,
      stream: person.userGuid,
      event: { type: 'EmailPreferencesChanged', data: { userGuid: person.userGuid, preferences } },
      by: person.userGuid,
    });
  await prefer(
    vera,
    { type: 'REVIEW', isEnabled: true, frequency: 'DAILY' },
    { type: 'CORRECTIVE_ACTION', isEnabled: true, frequency: 'WEEKLY' },
  );
  await prefer(tess, { type: 'CORRECTIVE_ACTION', isEnabled: false, frequency: 'DAILY' });
  await prefer(idle, { type: 'REVIEW', isEnabled: true, frequency: 'DAILY' });
  now = new Date('2026-03-06T12:00:00Z');
  await people.log.project();
  const { schedules } = await start();
  const incident = await people.requestReview(tenant, vera);
  await ask(tenant, { incident, responsible: vera, verifier: tess, by: tess, dueDate: '2026-03-08' });
  await people.log.project();
  /**
   * Friday before the hour, the weekend, Monday, when days begin an hour earlier, and Tuesday; each looked at twice.
   */
  const came: string[][] = [];
  for (const moment of [
    '2026-03-06T13:59:00Z',
    '2026-03-06T14:00:00Z',
    '2026-03-09T13:05:00Z',
    '2026-03-10T13:05:00Z',
  ]) {
    now = new Date(moment);
    const before = server.mails.length;
    await schedules.run('tasks/reminders');
    await schedules.run('tasks/reminders');
    await eventually(
      async () =>
        (
          await people.log.asAdmin(
            "select count(*) as open from jobs.job where name = 'mail' and state in ('created', 'active', 'retry')",
          )
        )[0]!['open'],
      (open) => Number(open) === 0,
    );
    came.push(
      server.mails.slice(before).map(({ text }) =>
        text!
          .split('\n')
          .filter((line) => /wait|^To review|^Corrective/.test(line))
          .join(' | '),
      ),
    );
  }
  const review = 'To review: event 1 (Near miss).';
  expect(came).toEqual([
    [],
    [`1 thing waits for you at Northern Rigging | ${review}`],
    [
      `2 things wait for you at Northern Rigging | ${review} | Corrective actions: one to be done, overdue since 8 March 2026, of event 1.`,
    ],
    [`1 thing waits for you at Northern Rigging | ${review}`],
  ]);
  expect(new Set(server.recipients)).toEqual(new Set([vera.emailAddress]));
  expect(server.mails[0]!.text).toContain(`${PUBLIC_URL}/unsubscribe#digest.`);
  expect(server.mails[0]!.text).toContain(`${PUBLIC_URL}/dashboard/to-do-list?organizationGuid=${tenant}`);
});

test('those who enter monthly figures get a mail on the 1st and the 10th about months without figures, and no one else', async () => {
  const tenant = await people.found();
  const [vera, without, other] = [
    await people.join(tenant, 'Vera Quay'),
    await people.join(tenant, 'Wim Reef'),
    await people.join(tenant, 'Ola Holm'),
  ];
  await people.permit(tenant, other, ['REVIEW_EVENTS']);
  await people.log.tell({
    tenant: INSTALLATION_TENANT,
    stream: without.userGuid,
    event: {
      type: 'EmailPreferencesChanged',
      data: {
        userGuid: without.userGuid,
        preferences: [{ type: 'MONTHLY_REPORTING', isEnabled: true, frequency: 'NEVER' }],
      },
    },
    by: without.userGuid,
  });
  await people.log.project();
  /** The test organization was founded in July. */
  const on = (day: number) => new Date(Date.UTC(2026, 8, day, 15));
  now = on(1);
  const { schedules } = await start();
  const came: string[][] = [];
  for (const day of [1, 2, 10, 11]) {
    now = on(day);
    const before = server.mails.length;
    await schedules.run('tasks/reminders');
    await schedules.run('tasks/reminders');
    await eventually(
      async () =>
        (
          await people.log.asAdmin(
            "select count(*) as open from jobs.job where name = 'mail' and state in ('created', 'active', 'retry')",
          )
        )[0]!['open'],
      (open) => Number(open) === 0,
    );
    came.push(server.mails.slice(before).map(({ subject }) => subject!));
    if (day > 1) continue;
    await people.log.tell({
      tenant,
      stream: randomUUID(),
      event: {
        type: 'MonthlyMetricsRecorded',
        data: {
          yearMonth: '2026-07',
          employeeHours: 900,
          contractorHours: 0,
          employeeKms: 0,
          contractorKms: 0,
          employeeCount: 6,
          contractorCount: 0,
          notes: null,
        },
      },
    });
    await people.log.project();
  }
  expect(came).toEqual([
    ['The figures of 2 months are to be entered'],
    [],
    ['The figures of August 2026 are to be entered'],
    [],
  ]);
  expect(new Set(server.recipients)).toEqual(new Set([vera.emailAddress]));
  expect(server.mails[0]!.text).toContain(`${PUBLIC_URL}/settings/organization/reporting?organizationGuid=${tenant}`);
});

test('an event without a reviewer for a day is mailed at 07:00, once, to its holders and to those who may send it on, unless a review was requested', async () => {
  const tenant = await people.found();
  const [tyler, ada, vera, without] = [
    await people.join(tenant, 'Tyler Reef'),
    await people.join(tenant, 'Ada Quay'),
    await people.join(tenant, 'Vera Quay'),
    await people.join(tenant, 'Wim Reef'),
  ];
  await people.makeAdmin(tenant, ada);
  await people.makeAdmin(tenant, without);
  await people.log.tell({
    tenant: INSTALLATION_TENANT,
    stream: without.userGuid,
    event: {
      type: 'EmailPreferencesChanged',
      data: { userGuid: without.userGuid, preferences: [{ type: 'REVIEW', isEnabled: false, frequency: 'IMMEDIATE' }] },
    },
    by: without.userGuid,
  });
  const lies = await people.report(tenant, { reporter: tyler });
  const asked = await people.report(tenant, { reporter: tyler });
  await people.step(
    tenant,
    asked,
    'ReviewRequested',
    { reviewerGuid: vera.userGuid, isByCallList: false, routedTo: null },
    tyler.userGuid,
  );
  await people.log.project();
  const [{ recorded_at: recordedAt }] = (await people.log.asAdmin(
    'select max(recorded_at) as recorded_at from events',
  )) as [{ recorded_at: Date }];
  /** 15:00 in Edmonton, some days after the report. */
  const daysLater = (days: number) =>
    new Date(Date.UTC(recordedAt.getUTCFullYear(), recordedAt.getUTCMonth(), recordedAt.getUTCDate() + days, 22));
  now = daysLater(2);
  const { schedules } = await start();
  const come = async () => {
    await schedules.run('tasks/reminders');
    await schedules.run('tasks/reminders');
    await eventually(
      async () =>
        (
          await people.log.asAdmin(
            "select count(*) as open from jobs.job where name = 'mail' and state in ('created', 'active', 'retry')",
          )
        )[0]!['open'],
      (open) => Number(open) === 0,
    );
    return server.mails
      .flatMap(({ subject, to }) => (/reviewer$/.test(subject!) ? [`${[to].flat()[0]!.text}: ${subject}`] : []))
      .sort();
  };
  const expected = [ada, tyler]
    .map(({ name, emailAddress }) => `"${name}" <${emailAddress}>: Event 1 waits for a reviewer`)
    .sort();
  expect(await come()).toEqual(expected);
  expect(server.mails.find(({ subject }) => /reviewer$/.test(subject!))!.text).toContain(
    `${PUBLIC_URL}/events/${lies}`,
  );
  now = daysLater(3);
  expect(await come()).toEqual(expected);
  const later = await people.report(tenant, { reporter: tyler });
  await people.step(
    tenant,
    later,
    'ReviewRequested',
    { reviewerGuid: vera.userGuid, isByCallList: false, routedTo: null },
    tyler.userGuid,
  );
  await people.log.project();
  now = daysLater(5);
  expect(await come()).toEqual(expected);
});
