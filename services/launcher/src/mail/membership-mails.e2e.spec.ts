import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, type Api } from '@plimsoll/api/main';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { ownEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/register-user';
import { SetPassword } from '@plimsoll/api/identity/set-password';
import { AddMember } from '@plimsoll/api/organizations/add-member';
import { CreateOrganization } from '@plimsoll/api/organizations/create-organization';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { mailbox, type MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations } from '../migrations.ts';

const PASSWORD = 'quay-lantern-83';
let database: TestDatabase;
let admin: pg.Client;
let api: Api;
let reactors: Reactors;
const org = uuidv7();
const boss = { userGuid: uuidv7(), name: 'Anna Lund', emailAddress: `${uuidv7()}@example.test` };

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const keys = { signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), sealingKey: randomBytes(32).toString('base64') };
  const options = { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...keys, publicUrl: 'http://localhost:3000' };
  reactors = await startReactors(options);
  api = await startApi({ ...options, host: '127.0.0.1', port: 0, projector: true, logLevel: 'error', passwordMemoryKib: 1_024, mailbox: reactors.mailbox });
  const run = async (tenant: string, command: (envelope: ReturnType<typeof ownEnvelope>) => object) => {
    const outcome = (await api.application.commands.execute(command(ownEnvelope({ tenant })))) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  };
  await run(INSTALLATION_TENANT, (envelope) => new RegisterUser(envelope, boss));
  await run(INSTALLATION_TENANT, (envelope) => new SetPassword(envelope, boss.userGuid, PASSWORD));
  await run(org, (envelope) => new CreateOrganization(envelope, { name: 'Harbour Works', timeZone: 'UTC', sizeRange: 'ONE_TO_TEN', modules: ['events'] }));
  await run(org, (envelope) => new AddMember(envelope, { ...boss, isAdmin: true, userGroups: ['Standard'], reportingGroupGuid: null }));
  await api.application.runner?.catchUp();
});
afterAll(async () => {
  await api?.close();
  await reactors?.close();
  await admin?.end();
  await database?.drop();
});

const call = async (method: string, path: string, token?: string, body?: unknown) => {
  const answer = await fetch(`${api.address}/api${path}`, { method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) }, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, string>) : {} };
};
const signIn = async (identifier: string): Promise<string> => (await call('POST', '/auth', undefined, { identifier, password: PASSWORD })).body['jwt']!;
const mailsTo = async (address: string): Promise<MailboxItem[]> => mailbox.parse((await call('GET', `/mailbox?to=${encodeURIComponent(address)}`)).body).items;
async function mailTo(address: string, kind: string): Promise<MailboxItem> {
  for (let tries = 0; tries < 300; tries++) {
    const mail = (await mailsTo(address)).find((each) => each.kind === kind);
    if (mail) return mail;
    await sleep(50);
  }
  throw new Error(`No ${kind} to ${address}: ${JSON.stringify((await admin.query("select data ->> 'kind' as kind, state, output from jobs.job")).rows)}`);
}

test('a mail invites a stranger, whose way leads through its link to the organization, and out again', async () => {
  const token = await signIn(boss.emailAddress);
  const emailAddress = `${uuidv7()}@example.test`;
  expect((await call('PUT', '/org-invitations', token, { recipientName: 'Bo Reef', recipientEmailAddress: emailAddress })).status).toBe(201);
  const { link } = await mailTo(emailAddress, 'INVITATION');
  const inviteToken = new URL(link).searchParams.get('inviteToken')!;
  expect(link).toBe(`http://localhost:3000/signin?inviteToken=${inviteToken}`);
  expect((await call('POST', '/auth/invitation', undefined, { inviteToken })).body).toMatchObject({ organizationGuid: org, organizationName: 'Harbour Works', hasAccount: false });
  expect((await call('POST', '/onboarding', undefined, { name: 'Bo Reef', emailAddress, password: PASSWORD, inviteToken })).status).toBe(201);
  const bo = await signIn(emailAddress);
  const accepted = await call('PATCH', `/org-invitations/${org}/${emailAddress}`, bo, { status: 'ACCEPTED' });
  expect(accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
  expect((await call('DELETE', `/org-memberships/${org}/${accepted.body['recipientUserAccountGuid']}`, token)).status).toBe(204);
  expect(await mailTo(emailAddress, 'MEMBERSHIP_REMOVED')).toMatchObject({ subject: 'You were removed from Harbour Works' });

  const guid = accepted.body['recipientUserAccountGuid'];
  expect((await call('POST', `/org-invitations/${org}/request/${guid}`, bo, { message: 'Let me in again.' })).status).toBe(201);
  expect(await mailTo(boss.emailAddress, 'MEMBERSHIP_REQUESTED')).toMatchObject({ link: `http://localhost:3000/organization/requests?organizationGuid=${org}` });
  expect((await call('PATCH', `/org-invitations/${org}/request/${guid}`, token, { status: 'APPROVED' })).status).toBe(200);
  expect(await mailTo(emailAddress, 'MEMBERSHIP_ANSWERED')).toMatchObject({ subject: 'You belong to Harbour Works now' });
});

test('a dump of log, jobs, tokens and mail marks holds nobody’s name, address, message or token in plain form', async () => {
  const { rows } = await admin.query<{ text: string }>(`
    select string_agg(text, ' ') as text from (
      select body as text from events union all select to_jsonb(j)::text from jobs.job j union all select to_jsonb(m)::text from mail_marks m
      union all select to_jsonb(r)::text from reservations r union all select to_jsonb(o)::text from outbox o union all select encode(sealed, 'escape') from mailbox) x`);
  expect(rows[0]!.text).toMatch(/InvitationSent/);
  expect(rows[0]!.text).toMatch(/MembershipRequested/);
  expect(rows[0]!.text).not.toMatch(/@example\.test|Bo Reef|Let me in|inviteToken|"[\w-]{64}"/);
});
