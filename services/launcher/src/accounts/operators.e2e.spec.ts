import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, type Api } from '@plimsoll/api/main';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { SetPassword } from '@plimsoll/api/identity/passwords/set-password';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { mailbox, type MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import { v7 as uuidv7 } from 'uuid';
// eslint-disable-next-line boundaries/dependencies -- an authenticator app is made once, for tests of the API
import { codeOf } from '../../../api/test/identity/authenticator-app.ts';
import { allMigrations } from '../migrations.ts';
import { resetFactors } from './reset-factors.ts';
import { changeStaff } from './staff.ts';

const PASSWORD = 'quay-lantern-83';
const keys = {
  signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  sealingKey: randomBytes(32).toString('base64'),
};
let database: TestDatabase;
let api: Api;
let reactors: Reactors;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  const options = {
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    publicUrl: 'http://localhost:3000',
  };
  reactors = await startReactors(options);
  api = await startApi({
    ...options,
    host: '127.0.0.1',
    port: 0,
    projector: true,
    logLevel: 'error',
    passwordMemoryKib: 1_024,
    mailbox: reactors.mailbox,
  });
});
afterAll(async () => {
  await api?.close();
  await reactors?.close();
  await database?.drop();
});

const call = async (method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) => {
  const answer = await fetch(`${api.address}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
};

/** Registers a user as an operator does. */
async function register(name: string): Promise<{ userGuid: string; emailAddress: string }> {
  const [userGuid, emailAddress] = [uuidv7(), `${uuidv7()}@example.test`];
  for (const command of [
    new RegisterUser(systemEnvelope({ tenant: INSTALLATION_TENANT }), { userGuid, name, emailAddress }),
    new SetPassword(systemEnvelope({ tenant: INSTALLATION_TENANT }), userGuid, PASSWORD),
  ]) {
    const outcome = (await api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  }
  await api.application.runner?.catchUp();
  return { userGuid, emailAddress };
}

/** Waits for `count` mails of a kind to an address. */
async function mailsTo(address: string, kind: string, count: number): Promise<MailboxItem[]> {
  for (let tries = 0; ; tries++) {
    const found = mailbox
      .parse((await call('GET', `/mailbox?to=${encodeURIComponent(address)}`)).body)
      .items.filter((mail) => mail.kind === kind);
    if (found.length >= count || tries === 300) return found;
    await sleep(50);
  }
}

const output: string[] = [];
beforeEach(() => void output.splice(0));
const reset = (address: string) => resetFactors({ database, keys }, address, (line) => output.push(line));
const change = (way: 'grant' | 'revoke', address: string) =>
  changeStaff({ database, keys }, way, address, (line) => output.push(line));

test('a user without their second factors signs in with the password alone after an operator has reset them; each change is mailed', async () => {
  const { userGuid, emailAddress } = await register('Nora Reef');
  const signIn = () => call('POST', '/auth', { body: { identifier: emailAddress, password: PASSWORD } });
  const token = (await signIn()).body.jwt;
  const { secret } = (await call('POST', `/users/${userGuid}/totp`, { token })).body;
  expect(
    (await call('POST', `/users/${userGuid}/totp/confirm`, { token, body: { code: codeOf(secret) } })).status,
  ).toBe(201);
  expect((await signIn()).body.jwt).toBeNull();
  const [added] = await mailsTo(emailAddress, 'FACTOR_CHANGED', 1);
  expect(added).toMatchObject({
    to: emailAddress,
    subject: 'The second step of your sign-in was changed',
    link: 'http://localhost:3000/forgot-password',
  });
  expect(added!.text + added!.html).not.toContain(secret);

  expect(await reset(emailAddress.toUpperCase())).toBe(0);
  expect((await signIn()).body).toEqual({ jwt: expect.any(String) });
  await sleep(900);
  expect((await call('GET', '/device-key', { token })).status).toBe(401);
  expect(await mailsTo(emailAddress, 'FACTOR_CHANGED', 2)).toHaveLength(2);

  expect(await reset(emailAddress)).toBe(0);
  expect(output).toEqual([
    expect.stringMatching(/signs in with the password alone/),
    expect.stringMatching(/had no second factor/),
  ]);
});

test('an operator grants the staff role, which the account shows, and revokes it, which ends all sessions', async () => {
  const { userGuid, emailAddress } = await register('Sven Staff');
  const token = (await call('POST', '/auth', { body: { identifier: emailAddress, password: PASSWORD } })).body.jwt;
  const account = () => call('GET', `/users/${userGuid}`, { token });
  const isStaff = async () => (await account()).body.globalAdmin;
  expect(await isStaff()).toBe(false);
  expect(await change('grant', emailAddress.toUpperCase())).toBe(0);
  expect(await isStaff()).toBe(true);
  await change('grant', emailAddress);
  expect(await change('revoke', emailAddress)).toBe(0);
  for (let tries = 0; (await account()).status !== 401 && tries < 100; tries++) await sleep(20);
  expect((await account()).status).toBe(401);
  expect(output.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
    'is one of our staff now',
    'was one of our staff already',
    'is one of our staff no more; every session has ended',
  ]);
});

test('nobody’s address is said to be so', async () => {
  for (const ask of [reset, (address: string) => change('grant', address)])
    await expect(ask('nobody@example.test')).rejects.toThrow(
      'nobody has an account with the address nobody@example.test',
    );
});
