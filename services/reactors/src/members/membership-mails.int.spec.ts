import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { PeopleLog, beforeSeven } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { MailServer } from '../../test/mail-server.ts';
import { startReactors, type ReactorOptions, type Reactors } from '../start-reactors.ts';

const PUBLIC_URL = 'https://safety.example.com';
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
    smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
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
const outcomes = async (): Promise<string[]> =>
  (
    await people.log.asAdmin("select output ->> 'reason' as reason from jobs.job where output is not null order by 1")
  ).map(({ reason }) => String(reason));
const roles = { isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: null };
const sent = (recipientEmailAddress: string, linkGuid = randomUUID(), recipientName = 'Bo Reef') => ({
  type: 'InvitationSent',
  data: { linkGuid, recipientName, recipientEmailAddress, ...roles },
});
const subjects = () => server.mails.map(({ subject }) => subject).sort();
/** Recent enough not to have expired. */
const now = () => new Date().toISOString();

test('an invitation goes to its address with its newest link, names the organization, and does not say who sent it', async () => {
  const tenant = await people.found();
  await people.log.project();
  await start();
  const [stream, linkGuid] = [randomUUID(), randomUUID()];
  await people.log.tell({ tenant, stream, event: sent('bo@example.test', linkGuid), at: now() });
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  const [mail] = server.mails;
  expect(mail!.subject).toBe('Join Northern Rigging on Plimsoll');
  expect(server.recipients).toEqual(['bo@example.test']);
  const link = `${PUBLIC_URL}/signin?inviteToken=${MailedLinks.ofInvitations(people.log.sealingKey).tokenOf(linkGuid)}`;
  expect(mail!.text).toContain(link);
  expect(mail!.html).toContain(link);
  const jobs = JSON.stringify(await people.log.asAdmin('select data, output from jobs.job'));
  expect(jobs).toContain('INVITATION');
  expect(jobs).not.toMatch(/@|Bo Reef|[\w-]{64}/);
});

test('an invitation that was sent again, answered, revoked or has expired sends no mail', async () => {
  const tenant = await people.found();
  await people.log.project();
  await begin();
  const streams = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
  for (const [index, stream] of streams.entries())
    await people.log.tell({
      tenant,
      stream,
      event: sent(`${index}@example.test`),
      at: index === 3 ? '2026-01-01T00:00:00.000Z' : now(),
    });
  await people.log.tell({ tenant, stream: streams[0], event: sent('0@example.test'), at: now() });
  await people.log.tell({ tenant, stream: streams[1], event: { type: 'InvitationRevoked', data: {} } });
  await people.log.tell({
    tenant,
    stream: streams[2],
    event: { type: 'InvitationDeclined', data: { userGuid: randomUUID() } },
  });
  await start();
  await eventually(outcomes, (found) => found.length === 5);
  expect(await outcomes()).toEqual([
    ...Array(3).fill('Not sent: It was sent again, answered or revoked since'),
    'Not sent: Its link is over',
    'Sent',
  ]);
  expect(server.recipients).toEqual(['0@example.test']);
});

test('a name with a line break creates no header', async () => {
  const tenant = await people.found();
  await people.log.project();
  await start();
  await people.log.tell({
    tenant,
    stream: randomUUID(),
    event: sent('bo@example.test', randomUUID(), 'Bo\r\nBcc: everybody@example.test'),
    at: now(),
  });
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  expect(server.mails[0]!.headers.has('bcc')).toBe(false);
  expect(server.recipients).toEqual(['bo@example.test']);
});

test('a request is mailed once to everyone who may answer it, and its answer to the requester', async () => {
  const tenant = await people.found();
  const [anna, ben, nobody, asking] = [
    await people.join(tenant, 'Anna'),
    await people.join(tenant, 'Ben'),
    await people.join(tenant, 'Nora'),
    await people.join(await people.found(), 'Rita Sund'),
  ];
  for (const one of [anna, ben]) await people.permit(tenant, one, ['CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS']);
  await people.log.project();
  await start();
  const ask = {
    type: 'MembershipRequested',
    data: {
      userGuid: asking.userGuid,
      name: asking.name,
      emailAddress: asking.emailAddress,
      message: 'I work in the yard.',
    },
  };
  const [approved, declined] = [randomUUID(), randomUUID()];
  await people.log.tell({ tenant, stream: approved, event: ask, by: asking.userGuid });
  await eventually(
    () => server.mails.length,
    (count) => count === 2,
  );
  expect(server.recipients).toEqual([anna.emailAddress, ben.emailAddress].sort());
  expect(server.recipients).not.toContain(nobody.emailAddress);
  for (const { text, subject } of server.mails) {
    expect(subject).toBe('Somebody asks to join Northern Rigging');
    expect(text).toContain(`${PUBLIC_URL}/organization/requests?organizationGuid=${tenant}`);
    expect(text).not.toMatch(/Rita|yard/);
  }
  await people.log.tell({
    tenant,
    stream: approved,
    event: { type: 'MembershipRequestApproved', data: { userGuid: asking.userGuid, ...roles } },
    by: anna.userGuid,
  });
  await eventually(
    () => server.mails.length,
    (count) => count === 3,
  );
  await people.log.tell({ tenant, stream: declined, event: ask, by: asking.userGuid });
  await eventually(
    () => server.mails.length,
    (count) => count === 5,
  );
  await people.log.tell({
    tenant,
    stream: declined,
    event: { type: 'MembershipRequestDeclined', data: { userGuid: asking.userGuid } },
    by: anna.userGuid,
  });
  await eventually(
    () => server.mails.length,
    (count) => count === 6,
  );
  expect(server.recipients.filter((to) => to === asking.emailAddress)).toHaveLength(2);
  expect(subjects()).toEqual([
    'Northern Rigging declined your request',
    ...Array(4).fill('Somebody asks to join Northern Rigging'),
    'You belong to Northern Rigging now',
  ]);
});

test('a removed member gets a mail, one who left does not', async () => {
  const tenant = await people.found();
  const [removed, left] = [await people.join(tenant), await people.join(tenant)];
  await people.log.project();
  await start();
  await people.remove(tenant, left, left.userGuid);
  await people.remove(tenant, removed);
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  await sleep(500);
  expect(server.recipients).toEqual([removed.emailAddress]);
  expect(server.mails[0]!.subject).toBe('You were removed from Northern Rigging');
});

test('a new member is told, also when a provider’s sign-in acted in their name, and where to leave; not who has left since', async () => {
  const tenant = await people.found();
  const elsewhere = await people.found();
  const [joined, gone] = [await people.join(elsewhere), await people.join(elsewhere)];
  await people.log.project();
  await begin();
  const join = async (person: typeof joined) => {
    const stream = randomUUID();
    const data = { ...person, ...roles, through: 'SSO', isOnboarded: false };
    await people.log.tell({ tenant, stream, event: { type: 'MemberJoined', data }, by: person.userGuid });
    return stream;
  };
  await join(joined);
  const stream = await join(gone);
  await people.log.tell({
    tenant,
    stream,
    event: { type: 'MemberRemoved', data: { userGuid: gone.userGuid } },
    by: gone.userGuid,
  });
  await people.log.project();
  await start();
  await eventually(outcomes, (reasons) => reasons.length === 2);
  expect(await outcomes()).toEqual(['Not sent: They are no member any more', 'Sent']);
  expect([server.recipients, subjects()]).toEqual([[joined.emailAddress], ['You joined Northern Rigging']]);
  expect(server.mails[0]!.text).toContain(`${PUBLIC_URL}/settings/personal`);
});

test('staff access is mailed once to those who may change the organization, without name or reason', async () => {
  const tenant = await people.found();
  const [anna, ben, sven] = [
    await people.join(tenant, 'Anna'),
    await people.join(tenant, 'Ben'),
    await people.join(await people.found(), 'Sven Staff'),
  ];
  await people.permit(tenant, anna, ['UPDATE_ORGANIZATION']);
  await people.permit(tenant, ben, ['VIEW_ORGANIZATION_INVITATIONS']);
  await people.log.project();
  await start();
  await people.log.tell({
    tenant,
    stream: randomUUID(),
    event: {
      type: 'StaffAccessBegan',
      data: {
        userGuid: sven.userGuid,
        name: sven.name,
        reason: 'They asked about the yard.',
        endsAt: '2026-07-01T16:00:00.000Z',
      },
    },
    by: sven.userGuid,
  });
  await eventually(
    () => server.mails.length,
    (count) => count === 1,
  );
  await sleep(1_000);
  expect(server.recipients).toEqual([anna.emailAddress]);
  const [mail] = server.mails;
  expect(mail!.subject).toBe('Plimsoll’s staff opened Northern Rigging');
  expect(mail!.text).toContain(`${PUBLIC_URL}/settings/organization/staff-access?organizationGuid=${tenant}`);
  expect(`${mail!.text}${String(mail!.html)}`).not.toMatch(/Sven|yard/);
});

test('those who answer requests to join may unsubscribe', async () => {
  const tenant = await people.found();
  const [anna, ben, asking] = [
    await people.join(tenant, 'Anna'),
    await people.join(tenant, 'Ben'),
    await people.join(await people.found(), 'Rita Sund'),
  ];
  for (const one of [anna, ben]) await people.permit(tenant, one, ['CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS']);
  await people.log.project();
  await start();
  await people.log.tell({
    tenant: INSTALLATION_TENANT,
    stream: anna.userGuid,
    event: {
      type: 'EmailPreferencesChanged',
      data: {
        userGuid: anna.userGuid,
        preferences: [{ type: 'MEMBERSHIP_REQUEST', isEnabled: false, frequency: 'IMMEDIATE' }],
      },
    },
    by: anna.userGuid,
  });
  await people.log.tell({
    tenant,
    stream: randomUUID(),
    event: {
      type: 'MembershipRequested',
      data: { userGuid: asking.userGuid, name: asking.name, emailAddress: asking.emailAddress, message: null },
    },
    by: asking.userGuid,
  });
  await eventually(outcomes, (seen) => seen.length === 3);
  expect(await outcomes()).toContain('Not sent: They do not want such mails');
  expect(server.recipients).toEqual([ben.emailAddress]);
  expect(server.mails[0]!.text).toContain(`${PUBLIC_URL}/settings/notifications`);
});
