import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, type Api } from '@plimsoll/api/main';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { ownEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/register-user';
import { SetPassword } from '@plimsoll/api/identity/set-password';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { mailbox, type MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations } from '../migrations.ts';

const PUBLIC_URL = 'http://localhost:3000';
const PASSWORD = 'quay-lantern-83';
let database: TestDatabase;
let admin: pg.Client;
let api: Api;
let reactors: Reactors;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const keys = { signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), sealingKey: randomBytes(32).toString('base64') };
  const options = { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...keys, publicUrl: PUBLIC_URL };
  reactors = await startReactors(options);
  api = await startApi({ ...options, host: '127.0.0.1', port: 0, projector: true, logLevel: 'error', mailbox: reactors.mailbox });
});
afterAll(async () => {
  await api?.close();
  await reactors?.close();
  await admin?.end();
  await database?.drop();
});

const call = (method: string, path: string, body?: unknown, cookie?: string) =>
  fetch(`${api.address}/api${path}`, { method, headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(cookie && { cookie }) }, ...(body !== undefined && { body: JSON.stringify(body) }) });
const mailsTo = async (address: string): Promise<MailboxItem[]> => mailbox.parse(await (await call('GET', `/mailbox?to=${encodeURIComponent(address)}`)).json()).items;

/** The newest mail to an address, once so many are there. */
async function mailTo(address: string, count = 1): Promise<MailboxItem> {
  for (let tries = 0; tries < 300; tries++) {
    const mails = await mailsTo(address);
    if (mails.length >= count) return mails[0]!;
    await sleep(50);
  }
  throw new Error(`No mail to ${address}: ${JSON.stringify((await admin.query("select data, state, output from jobs.job where data ->> 'kind' in ('VERIFY', 'RESET', 'PASSWORD_CHANGED')")).rows)}`);
}
const settled = async (): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await admin.query("select (select count(*) from outbox) + (select count(*) from jobs.job where state not in ('completed', 'failed')) as open");
    if (Number(rows[0].open) === 0) return;
    await sleep(50);
  }
};
const signUp = (emailAddress: string) => call('POST', '/onboarding', { name: 'Nora Reef', emailAddress, password: PASSWORD });

/** Somebody whom an operator gave an account. */
async function register(emailAddress: string): Promise<void> {
  const userGuid = uuidv7();
  for (const command of [new RegisterUser(ownEnvelope({ tenant: INSTALLATION_TENANT }), { userGuid, name: 'Anna Lund', emailAddress }), new SetPassword(ownEnvelope({ tenant: INSTALLATION_TENANT }), userGuid, PASSWORD)]) {
    const outcome = (await api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  }
  await api.application.runner?.catchUp();
}

test('whoever signs up gets a mail whose link verifies and signs in; a forgotten password is set anew by another, and a third says so', async () => {
  const emailAddress = `${uuidv7()}@example.test`;
  const answer = await signUp(emailAddress);
  expect(answer.status).toBe(202);
  const cookie = answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  const verify = await mailTo(emailAddress);
  expect(verify).toMatchObject({ kind: 'VERIFY', to: emailAddress, subject: 'Verify your email address', link: expect.stringMatching(/^http:\/\/localhost:3000\/verify-email#[\w-]{64}$/) });
  expect(verify.text + verify.html).not.toContain('Nora');
  expect((await call('POST', '/auth', { emailVerificationToken: verify.link.split('#')[1] }, cookie)).status).toBe(200);

  expect((await call('PUT', `/users/${emailAddress}/password-reset-request`)).status).toBe(202);
  const reset = await mailTo(emailAddress, 2);
  expect(reset).toMatchObject({ kind: 'RESET', link: expect.stringMatching(/^http:\/\/localhost:3000\/forgot-password\/reset#[\w-]{64}$/) });
  expect((await call('POST', '/password-reset', { resetToken: reset.link.split('#')[1], newPassword: 'another-lantern-84' })).status).toBe(204);
  expect((await call('POST', '/auth', { identifier: emailAddress, password: 'another-lantern-84' })).status).toBe(200);
  expect(await mailTo(emailAddress, 3)).toMatchObject({ kind: 'PASSWORD_CHANGED', link: `${PUBLIC_URL}/forgot-password` });
});

test('an address that has an account is told so by mail, and by nothing else; what an operator sets causes none', async () => {
  const emailAddress = `${uuidv7()}@example.test`;
  await register(emailAddress);
  expect((await signUp(emailAddress)).status).toBe(202);
  expect(await mailTo(emailAddress)).toMatchObject({ kind: 'ALREADY_REGISTERED', link: `${PUBLIC_URL}/signin` });
  await settled();
  expect((await mailsTo(emailAddress)).map(({ kind }) => kind)).toEqual(['ALREADY_REGISTERED']);
});

test('nobody gets a mail for whom there is nothing to say', async () => {
  const emailAddress = `${uuidv7()}@example.test`;
  expect((await call('PUT', `/users/${emailAddress}/password-reset-request`)).status).toBe(202);
  expect((await call('PUT', `/users/${emailAddress}/resend-verification`, {})).status).toBe(202);
  await settled();
  expect(await mailsTo(emailAddress)).toEqual([]);
});

test('five mails of a kind go to an address in an hour, and no more', async () => {
  const emailAddress = `${uuidv7()}@example.test`;
  for (let count = 0; count < 7; count++) expect((await signUp(emailAddress)).status).toBe(202);
  await mailTo(emailAddress, 5);
  await sleep(1_500);
  expect((await mailsTo(emailAddress)).map(({ kind }) => kind)).toEqual(Array(5).fill('VERIFY'));
});

test('jobs hold guids alone: no address, no name and no token', async () => {
  const { rows } = await admin.query<{ text: string }>("select string_agg(data::text || coalesce(output::text, ''), ' ') as text from jobs.job where data ->> 'kind' in ('VERIFY', 'RESET', 'PASSWORD_CHANGED')");
  expect(rows[0]!.text).toMatch(/VERIFY/);
  expect(rows[0]!.text).not.toMatch(/@|Nora|Anna|[\w-]{64}/);
});
