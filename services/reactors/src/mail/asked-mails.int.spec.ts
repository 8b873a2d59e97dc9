import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { PeopleLog, beforeSeven } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { MailServer, silentServer } from '../../test/mail-server.ts';
import { startReactors, type ReactorOptions, type Reactors } from '../start-reactors.ts';

const PUBLIC_URL = 'https://safety.example.com';
const FROM = 'Plimsoll <safety@example.com>';
let people: PeopleLog;
let server: MailServer;
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

async function start(more: Partial<ReactorOptions> = {}): Promise<Reactors> {
  const { appUrl, projectorUrl } = people.log.database;
  const reactors = await startReactors({
    appDatabaseUrl: appUrl,
    projectorDatabaseUrl: projectorUrl,
    sealingKey: people.log.sealingKey.toString('base64'),
    publicUrl: PUBLIC_URL,
    now: beforeSeven,
    smtp: { url: server.url, from: FROM },
    superviseSeconds: 1,
    ...more,
  });
  running.push(reactors);
  return reactors;
}
/** Registers the reactors in an earlier process: later events wait for the next start. */
async function begin(): Promise<void> {
  const reactors = await start();
  await reactors.runner.catchUp();
  await running.pop()!.close();
}
/** Skips the pause before the next attempt. */
const passPause = (): Promise<unknown> =>
  people.log.asAdmin("update jobs.job set start_after = now() where state = 'retry'");
const outcomes = async (): Promise<string[]> =>
  (
    await people.log.asAdmin(
      "select output ->> 'reason' as reason from jobs.job where output is not null and data ->> 'kind' <> 'REPORT_ANSWERED' order by 1",
    )
  ).map(({ reason }) => String(reason));

test('reviewers and approvers get one mail with number, form and link, and no one else does', async () => {
  const tenant = await people.found();
  const [vera, paul, self] = [
    await people.join(tenant, 'Vera Quay'),
    await people.join(tenant, 'Paul Quay'),
    await people.join(tenant),
  ];
  await people.log.project();
  await start();
  const incident = await people.requestReview(tenant, vera, { isSensitive: true });
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  await people.step(
    tenant,
    incident,
    'IncidentReviewed',
    { severity: 2, likelihood: 2, comment: 'A hand was caught', answer: null },
    vera.userGuid,
  );
  await people.step(tenant, incident, 'ApprovalRequested', { approverGuid: paul.userGuid }, vera.userGuid);
  const own = await people.report(tenant);
  await people.step(
    tenant,
    own,
    'ReviewRequested',
    { reviewerGuid: self.userGuid, isByCallList: false, routedTo: null },
    self.userGuid,
  );
  await eventually(
    () => server.mails.length,
    (count) => count === 2,
  );
  await sleep(1_500);
  expect(server.recipients).toEqual([vera.emailAddress, paul.emailAddress].sort());
  const [review, approval] = server.mails;
  expect([review!.subject, approval!.subject]).toEqual([
    'Event 1 is waiting for your review',
    'Event 1 is waiting for your approval',
  ]);
  expect(review!.from!.text).toBe('"Plimsoll" <safety@example.com>');
  for (const mail of [review!, approval!]) {
    expect(mail.text).toContain(`${PUBLIC_URL}/events/${incident}`);
    expect(mail.html).toContain(`${PUBLIC_URL}/events/${incident}`);
    expect(mail.text).toContain('Near miss');
    // Nothing that was written in an incident is in a mail.
    expect(`${mail.text}${String(mail.html)}`).not.toMatch(/hand was caught/);
  }
});

test('a returned event is mailed to its reporter once, unless they sent it on meanwhile or returned it themselves', async () => {
  const tenant = await people.found();
  const [vera, tyler] = [await people.join(tenant, 'Vera Quay'), await people.join(tenant, 'Tyler Reef')];
  await people.log.project();
  await begin();
  const reported = async (comment: string, by: typeof vera) => {
    const incident = await people.report(tenant, { reporter: tyler });
    await people.step(
      tenant,
      incident,
      'ReviewRequested',
      { reviewerGuid: vera.userGuid, isByCallList: false, routedTo: null },
      vera.userGuid,
    );
    await people.step(tenant, incident, 'IncidentReturned', { to: 'REPORTER', comment }, by.userGuid);
    return incident;
  };
  const returned = await reported('Which ladder was it?', vera);
  await reported('I know more by now', tyler);
  const sentOn = await reported('Where was it?', vera);
  await people.step(
    tenant,
    sentOn,
    'ReviewRequested',
    { reviewerGuid: vera.userGuid, isByCallList: false, routedTo: null },
    vera.userGuid,
  );
  await people.log.project();
  await start();
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  await sleep(1_000);
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Event 1 came back to you']);
  expect(server.recipients).toEqual([tyler.emailAddress]);
  expect(server.mails[0]!.text).toContain(`${PUBLIC_URL}/events/${returned}`);
  expect(`${server.mails[0]!.text}${String(server.mails[0]!.html)}`).not.toContain('Which ladder');
});

test('unsubscribed users get no such mail, and every such mail links to the settings', async () => {
  const tenant = await people.found();
  const [vera, paul] = [await people.join(tenant, 'Vera Quay'), await people.join(tenant, 'Paul Quay')];
  await people.log.project();
  await start();
  const prefer = (userGuid: string, preference: object) =>
    people.log.tell({
      tenant: INSTALLATION_TENANT,
      stream: userGuid,
      event: { type: 'EmailPreferencesChanged', data: { userGuid, preferences: [preference] } },
      by: userGuid,
    });
  await prefer(vera.userGuid, { type: 'REVIEW', isEnabled: false, frequency: 'IMMEDIATE' });
  await prefer(paul.userGuid, { type: 'REVIEW', isEnabled: true, frequency: 'NEVER' });
  const incident = await people.requestReview(tenant, vera);
  await people.requestReview(tenant, paul);
  await eventually(outcomes, (seen) => seen.length === 2);
  expect(await outcomes()).toEqual(Array(2).fill('Not sent: They do not want such mails'));
  await people.step(
    tenant,
    incident,
    'IncidentReviewed',
    { severity: 1, likelihood: 1, comment: null, answer: null },
    vera.userGuid,
  );
  await people.step(tenant, incident, 'ApprovalRequested', { approverGuid: vera.userGuid });
  await prefer(paul.userGuid, { type: 'REVIEW', isEnabled: true, frequency: 'IMMEDIATE' });
  await people.requestReview(tenant, paul);
  await eventually(
    () => server.mails.length,
    (count) => count === 2,
  );
  expect(server.recipients).toEqual([vera.emailAddress, paul.emailAddress].sort());
  for (const { text, html } of server.mails)
    for (const part of [text, html]) expect(part).toContain(`${PUBLIC_URL}/settings/notifications`);
  // One-click unsubscribe by the mail program (RFC 8058), and a page that asks for confirmation.
  for (const { headers, headerLines, text } of server.mails) {
    const list = headers.get('list') as unknown as { unsubscribe: { url: string } };
    const token = new URL(list.unsubscribe.url).searchParams.get('token');
    expect(list.unsubscribe.url).toBe(`${PUBLIC_URL}/api/email-preferences/unsubscribe?token=${token}`);
    expect(headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    expect(text).toContain(`${PUBLIC_URL}/unsubscribe#${token}`);
  }
});

test('a mail is checked when it is sent: nothing is sent if the step was taken, withdrawn, deleted or reassigned meanwhile', async () => {
  const tenant = await people.found();
  const [done, passedOn, stays, removed, rightless] = await Promise.all(
    Array.from({ length: 5 }, () => people.join(tenant)),
  );
  await people.log.project();
  await begin();
  const reviewed = await people.requestReview(tenant, done!);
  await people.step(
    tenant,
    reviewed,
    'IncidentReviewed',
    { severity: 1, likelihood: 1, comment: null, answer: null },
    done!.userGuid,
  );
  const passed = await people.requestReview(tenant, passedOn!);
  await people.step(tenant, passed, 'ReviewRequested', {
    reviewerGuid: stays!.userGuid,
    isByCallList: false,
    routedTo: null,
  });
  const deleted = await people.requestReview(tenant, done!);
  await people.step(tenant, deleted, 'IncidentDeleted');
  const restored = await people.requestReview(tenant, stays!);
  await people.step(tenant, restored, 'IncidentDeleted');
  await people.step(tenant, restored, 'IncidentRestored');
  await people.requestReview(tenant, removed!);
  await people.remove(tenant, removed!, removed!.userGuid);
  await people.requestReview(tenant, rightless!);
  await people.permit(tenant, rightless!, ['VIEW_OTHER_USERS_EVENTS']);
  await people.log.project();
  await start();
  await eventually(outcomes, (seen) => seen.length === 7);
  expect(await outcomes()).toEqual([
    'Not sent: It is not with them any more',
    'Not sent: It is not with them any more',
    'Not sent: It was deleted',
    'Not sent: They are no member any more',
    'Not sent: They may not do it any more',
    'Sent',
    'Sent',
  ]);
  expect(server.recipients).toEqual([stays!.emailAddress, stays!.emailAddress]);
});

test('a mail that the server refuses is retried until it is accepted, with the same Message-ID', async () => {
  const tenant = await people.found();
  const vera = await people.join(tenant);
  await people.log.project();
  await start();
  server.refuse = { code: 451, message: `4.7.1 <${vera.emailAddress}> try again later` };
  await people.requestReview(tenant, vera);
  await eventually(
    async () =>
      (await people.log.asAdmin("select state, output ->> 'reason' as reason from jobs.job where name = 'mail'"))[0],
    (job) => job?.['state'] === 'retry',
  ).then((job) => expect(job!['reason']).toBe('Not delivered: the mail server answered 451'));
  server.refuse = undefined;
  await passPause();
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  const [{ id }] = (await people.log.asAdmin("select id from jobs.job where name = 'mail'")) as [{ id: string }];
  expect(server.mails[0]!.messageId).toBe(`<${id}@example.com>`);
});

test('a mail that failed for a day is listed with its reason, and sent once it is retried', async () => {
  const tenant = await people.found();
  const vera = await people.join(tenant);
  await people.log.project();
  const { jobs } = await start();
  server.refuse = { code: 550, message: 'no such mailbox' };
  await people.requestReview(tenant, vera);
  await eventually(
    async () => (await people.log.asAdmin("select state, retry_limit from jobs.job where name = 'mail'"))[0],
    (job) => job?.['state'] === 'retry',
  ).then((job) => expect(job!['retry_limit']).toBeGreaterThan(40));
  await people.log.asAdmin('update jobs.job set retry_limit = retry_count');
  await passPause();
  await eventually(
    () => jobs.failed(),
    (failed) => failed.length === 1,
  );
  const failed = await jobs.failed();
  expect(failed).toMatchObject([
    {
      kind: 'REVIEW_REQUESTED',
      queue: 'mail',
      reason: 'Not delivered: the mail server answered 550',
      ids: { tenant, recipient: vera.userGuid },
    },
  ]);
  server.refuse = undefined;
  await jobs.retry(failed);
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  expect(await jobs.failed()).toEqual([]);
});

test('an address gets at most five mails of a kind per hour; others are sent later', async () => {
  const tenant = await people.found();
  const [vera, paul] = [await people.join(tenant), await people.join(tenant)];
  await people.log.project();
  await begin();
  for (let count = 0; count < 8; count++) await people.requestReview(tenant, vera);
  await people.requestReview(tenant, paul);
  await start();
  await eventually(outcomes, (seen) => seen.length === 9);
  expect(server.recipients.filter((address) => address === vera.emailAddress)).toHaveLength(5);
  expect(server.recipients.filter((address) => address === paul.emailAddress)).toHaveLength(1);
  await people.log.asAdmin("update mail_marks set marked_at = marked_at - interval '61 minutes'");
  await passPause();
  await eventually(
    () => server.mails.length,
    (count) => count === 9,
  );
});

test('a line break in a name creates no header', async () => {
  const tenant = await people.found();
  // Contracts reject such a name, so it is written directly to the read models.
  const eve = await people.join(tenant, 'Eve BREAK Bcc: everybody@example.com');
  await people.log.project();
  for (const { name } of await people.log.asAdmin(
    "select table_name as name from information_schema.columns where column_name = 'name' and table_schema = 'public' and table_name ~ '^(account|member_list)_'",
  )) {
    await people.log.asAdmin(`update ${String(name)} set name = replace(name, ' BREAK ', E'\\r\\n')`);
  }
  await start();
  await people.requestReview(tenant, eve);
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  const [mail] = server.mails;
  expect(mail!.headers.has('bcc')).toBe(false);
  expect([mail!.to!].flat()[0]!.value).toEqual([{ name: 'Eve Bcc: everybody@example.com', address: eve.emailAddress }]);
});

test('a mail server that never answers blocks nothing: the reactors stop within seconds, and the mail is sent later', async () => {
  const tenant = await people.found();
  const vera = await people.join(tenant);
  await people.log.project();
  const silent = await silentServer();
  const reactors = await start({ smtp: { url: silent.url, from: FROM } });
  await people.requestReview(tenant, vera);
  await eventually(
    async () => (await people.log.asAdmin("select state from jobs.job where name = 'mail'"))[0]?.['state'],
    (state) => state === 'active',
  );
  const before = performance.now();
  await running.splice(running.indexOf(reactors), 1)[0]!.close();
  expect(performance.now() - before).toBeLessThan(8_000);
  silent.stop();
  await start();
  await passPause();
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
});

test('a server that stops answering times out, and the mail is retried', async () => {
  const tenant = await people.found();
  const vera = await people.join(tenant);
  await people.log.project();
  const silent = await silentServer();
  await start({ smtp: { url: silent.url, from: FROM, silenceMs: 500 } });
  await people.requestReview(tenant, vera);
  const reasons = await eventually(outcomes, (seen) => seen.length === 1);
  expect(reasons[0]).toMatch(/^Not delivered: (ETIMEDOUT|EGREETING|ECONNECTION|ESOCKET)$/);
  silent.stop();
});

test('jobs, outbox, rate limits and mailbox store no name, address or token unencrypted', async () => {
  const tenant = await people.found();
  const zoe = await people.join(tenant, 'Zebulon Quartermain', 'zebulon@quartermain.example');
  await people.log.project();
  server.refuse = { code: 550, message: '<zebulon@quartermain.example> is not known to Quartermain' };
  const first = await start();
  await people.requestReview(tenant, zoe);
  await eventually(outcomes, (seen) => seen.length === 1);
  await running.splice(running.indexOf(first), 1)[0]!.close();
  const { mailbox } = await start({ smtp: undefined });
  await people.requestReview(tenant, zoe);
  await eventually(
    () => mailbox!(),
    (items) => items.length === 1,
  );

  const tables = await people.log.asAdmin(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'jobs' or tablename = any ($1)",
    [['outbox', 'mail_marks', 'mailbox', 'reactors', 'reactor_checkpoints', 'parked_reactions']],
  );
  let seen = 0;
  for (const { name } of tables) {
    for (const { row } of await people.log.asAdmin(`select to_jsonb(t)::text as row from ${String(name)} t`)) {
      seen++;
      const text = String(row);
      expect(text).not.toMatch(/zebulon|quartermain/i);
      expect(text).not.toContain(Buffer.from('zebulon@quartermain.example').toString('hex'));
      expect(text).not.toContain(Buffer.from('zebulon@quartermain.example').toString('base64').slice(0, 20));
    }
  }
  expect(seen).toBeGreaterThan(5);
});

test('without a mail server mails are in the mailbox, the newest first, and are found by address', async () => {
  const tenant = await people.found();
  const [vera, paul] = [await people.join(tenant), await people.join(tenant)];
  await people.log.project();
  const { mailbox } = await start({ smtp: undefined });
  await people.requestReview(tenant, vera);
  await eventually(
    () => mailbox!(),
    (items) => items.length === 1,
  );
  const incident = await people.requestReview(tenant, paul);
  await eventually(
    () => mailbox!(),
    (items) => items.length === 2,
  );
  expect((await mailbox!()).map(({ to }) => to)).toEqual([paul.emailAddress, vera.emailAddress]);
  expect(await mailbox!(paul.emailAddress.toUpperCase())).toMatchObject([
    {
      kind: 'REVIEW_REQUESTED',
      to: paul.emailAddress,
      subject: 'Event 2 is waiting for your review',
      link: `${PUBLIC_URL}/events/${incident}`,
      sentAt: expect.stringMatching(/Z$/),
    },
  ]);
  expect(await mailbox!(`${randomBytes(4).toString('hex')}@example.test`)).toEqual([]);
});
