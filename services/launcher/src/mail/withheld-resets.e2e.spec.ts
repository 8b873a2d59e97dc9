import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@nestjs/cqrs';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { SetPassword } from '@plimsoll/api/identity/passwords/set-password';
import { startApi, type Api } from '@plimsoll/api/main';
import { AddMember } from '@plimsoll/api/members/add-member';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { GrantDomain } from '@plimsoll/api/single-sign-on/verify-domain';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations } from '../migrations.ts';

const PASSWORD = 'quay-lantern-83';
const DOMAIN = 'harbour-works.example';
let database: TestDatabase;
let admin: pg.Client;
let api: Api;
let reactors: Reactors;
/** A real mail server, and the mails that it received. */
let server: SMTPServer;
const mails: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData: (stream, _session, done) =>
      void text(stream)
        .then((mail) => void mails.push(mail))
        .then(() => done(), done),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const keys = {
    signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sealingKey: randomBytes(32).toString('base64'),
  };
  const options = {
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    publicUrl: 'http://localhost:3000',
  };
  reactors = await startReactors({
    ...options,
    smtp: {
      url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      from: 'Plimsoll <safety@example.com>',
    },
  });
  api = await startApi({
    ...options,
    host: '127.0.0.1',
    port: 0,
    projector: true,
    logLevel: 'error',
    passwordMemoryKib: 1_024,
  });
});
afterAll(async () => {
  await api?.close();
  await reactors?.close();
  await admin?.end();
  await database?.drop();
  await new Promise<void>((closed) => server.close(closed));
});

const call = (method: string, path: string, body?: unknown, token?: string) =>
  fetch(`${api.address}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function run(...commands: Command<Outcome>[]): Promise<void> {
  for (const command of commands) {
    const outcome = (await api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  }
  await api.application.runner?.catchUp();
}
async function register(emailAddress: string): Promise<string> {
  const userGuid = uuidv7();
  await run(
    new RegisterUser(systemEnvelope({ tenant: INSTALLATION_TENANT }), { userGuid, name: 'Anna Lund', emailAddress }),
    new SetPassword(systemEnvelope({ tenant: INSTALLATION_TENANT }), userGuid, PASSWORD),
  );
  return userGuid;
}

/**
 * Requests a reset without signing in.
 * @returns the number of mails that the server received for it, once the queue is empty.
 */
async function mailsAfterRequest(identifier: string, times = 1): Promise<number> {
  const before = mails.length;
  for (let count = 0; count < times; count++) {
    const answer = await call('PUT', `/users/${encodeURIComponent(identifier)}/password-reset-request`);
    expect([answer.status, await answer.json()]).toEqual([202, {}]);
  }
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await admin.query<{ open: string }>(
      "select (select count(*) from outbox) + (select count(*) from jobs.job where data ->> 'kind' = 'RESET' and state in ('created', 'active')) as open",
    );
    if (Number(rows[0]!.open) === 0) break;
    await sleep(50);
  }
  return mails.length - before;
}
const lastReason = async () =>
  (
    await admin.query<{ reason: string }>(
      "select output ->> 'reason' as reason from jobs.job where data ->> 'kind' = 'RESET' and output is not null order by completed_on desc nulls first limit 1",
    )
  ).rows[0]?.reason;

test('a reset is mailed to who has an account, and to nobody else: the answer is alike', async () => {
  const emailAddress = `${uuidv7()}@example.test`;
  await register(emailAddress);
  expect(await mailsAfterRequest(emailAddress)).toBe(1);
  expect(mails.at(-1)).toMatch(/^Subject: Set a new password\r?$/m);
  expect(await mailsAfterRequest(`${uuidv7()}@example.test`)).toBe(0);
  expect(await lastReason()).toBe('Not sent: Nobody has an account by that name');
});

test('a reset is not mailed to whom their organization does not let set a password, and is again once it does', async () => {
  const [tenant, emailAddress, boss] = [uuidv7(), `nora@${DOMAIN}`, `boss@${DOMAIN}`];
  const [userGuid, bossGuid] = [await register(emailAddress), await register(boss)];
  const member = (guid: string, address: string, isAdmin: boolean) =>
    new AddMember(systemEnvelope({ tenant }), {
      userGuid: guid,
      name: 'Anna Lund',
      emailAddress: address,
      isAdmin,
      userGroups: ['Standard'],
      reportingGroupGuid: null,
    });
  await run(
    new CreateOrganization(systemEnvelope({ tenant }), {
      name: 'Harbour Works',
      timeZone: 'UTC',
      sizeRange: 'ONE_TO_TEN',
      modules: ['events'],
    }),
    member(bossGuid, boss, true),
    member(userGuid, emailAddress, false),
  );
  const token = (
    (await (await call('POST', '/auth', { identifier: boss, password: PASSWORD })).json()) as { jwt: string }
  ).jwt;
  await run(
    new GrantDomain(systemEnvelope({ tenant: INSTALLATION_TENANT }), { organizationGuid: tenant, domain: DOMAIN }),
  );
  const letSet = async (managePassword: boolean) =>
    expect(
      (await call('PATCH', `/org-memberships/${tenant}/${userGuid}`, { userPermissions: { managePassword } }, token))
        .status,
    ).toBe(200);
  expect(await mailsAfterRequest(emailAddress)).toBe(1);
  await letSet(false);
  expect(await mailsAfterRequest(emailAddress)).toBe(0);
  expect(await lastReason()).toBe('Not sent: Their organization does not let them set a password');
  await letSet(true);
  expect(await mailsAfterRequest(emailAddress)).toBe(1);
});

test('who is asked for a reset again and again gets five mails within an hour', async () => {
  const emailAddress = `${uuidv7()}@example.test`;
  await register(emailAddress);
  expect(await mailsAfterRequest(emailAddress, 8)).toBe(5);
});
