import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, type Api } from '@plimsoll/api/main';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { SetPassword } from '@plimsoll/api/identity/passwords/set-password';
import { GrantStaff } from '@plimsoll/api/staff/grant-staff';
import { AddMember } from '@plimsoll/api/members/add-member';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { mailbox, type MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
// eslint-disable-next-line boundaries/dependencies -- an authenticator app is made once, for tests of the API
import { codeOf } from '../../../api/test/identity/authenticator-app.ts';
// eslint-disable-next-line boundaries/dependencies -- so is what a phone does for a browser
import { SoftwareAuthenticator } from '../../../api/test/identity/software-authenticator.ts';
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
  const run = async (tenant: string, command: (envelope: ReturnType<typeof systemEnvelope>) => object) => {
    const outcome = (await api.application.commands.execute(command(systemEnvelope({ tenant })))) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  };
  await run(INSTALLATION_TENANT, (envelope) => new RegisterUser(envelope, boss));
  await run(INSTALLATION_TENANT, (envelope) => new SetPassword(envelope, boss.userGuid, PASSWORD));
  await run(
    org,
    (envelope) =>
      new CreateOrganization(envelope, {
        name: 'Harbour Works',
        timeZone: 'UTC',
        sizeRange: 'ONE_TO_TEN',
        modules: ['events'],
      }),
  );
  await run(
    org,
    (envelope) =>
      new AddMember(envelope, { ...boss, isAdmin: true, userGroups: ['Standard'], reportingGroupGuid: null }),
  );
  await api.application.runner?.catchUp();
});
afterAll(async () => {
  await api?.close();
  await reactors?.close();
  await admin?.end();
  await database?.drop();
});

const call = async (
  method: string,
  path: string,
  token?: string,
  body?: unknown,
  cookie?: string,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- any response; the test checks it
): Promise<{ status: number; cookies: string[]; body: any }> => {
  const answer = await fetch(`${api.address}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, cookies: answer.headers.getSetCookie(), body: text ? JSON.parse(text) : {} };
};
const signIn = async (identifier: string): Promise<string> =>
  (await call('POST', '/auth', undefined, { identifier, password: PASSWORD })).body.jwt;
const mailsTo = async (address: string): Promise<MailboxItem[]> =>
  mailbox.parse((await call('GET', `/mailbox?to=${encodeURIComponent(address)}`)).body).items;
async function mailTo(address: string, kind: string): Promise<MailboxItem> {
  for (let tries = 0; tries < 300; tries++) {
    const mail = (await mailsTo(address)).find((each) => each.kind === kind);
    if (mail) return mail;
    await sleep(50);
  }
  throw new Error(
    `No ${kind} to ${address}: ${JSON.stringify((await admin.query("select data ->> 'kind' as kind, state, output from jobs.job")).rows)}`,
  );
}

test('a mail invites a stranger, whose way leads through its link to the organization, and out again', async () => {
  const token = await signIn(boss.emailAddress);
  const emailAddress = `${uuidv7()}@example.test`;
  expect(
    (await call('PUT', '/org-invitations', token, { recipientName: 'Bo Reef', recipientEmailAddress: emailAddress }))
      .status,
  ).toBe(201);
  const { link } = await mailTo(emailAddress, 'INVITATION');
  const inviteToken = new URL(link).searchParams.get('inviteToken')!;
  expect(link).toBe(`http://localhost:3000/signin?inviteToken=${inviteToken}`);
  expect((await call('POST', '/auth/invitation', undefined, { inviteToken })).body).toMatchObject({
    organizationGuid: org,
    organizationName: 'Harbour Works',
    hasAccount: false,
  });
  expect(
    (await call('POST', '/onboarding', undefined, { name: 'Bo Reef', emailAddress, password: PASSWORD, inviteToken }))
      .status,
  ).toBe(201);
  const bo = await signIn(emailAddress);
  const accepted = await call('PATCH', `/org-invitations/${org}/${emailAddress}`, bo, { status: 'ACCEPTED' });
  expect(accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
  expect(
    (await call('DELETE', `/org-memberships/${org}/${accepted.body.recipientUserAccountGuid}`, token)).status,
  ).toBe(204);
  expect(await mailTo(emailAddress, 'MEMBERSHIP_REMOVED')).toMatchObject({
    subject: 'You were removed from Harbour Works',
  });

  const guid = accepted.body.recipientUserAccountGuid;
  expect(
    (await call('POST', `/org-invitations/${org}/request/${guid}`, bo, { message: 'Let me in again.' })).status,
  ).toBe(201);
  expect(await mailTo(boss.emailAddress, 'MEMBERSHIP_REQUESTED')).toMatchObject({
    link: `http://localhost:3000/organization/requests?organizationGuid=${org}`,
  });
  expect((await call('PATCH', `/org-invitations/${org}/request/${guid}`, token, { status: 'APPROVED' })).status).toBe(
    200,
  );
  expect(await mailTo(emailAddress, 'MEMBERSHIP_ANSWERED')).toMatchObject({
    subject: 'You belong to Harbour Works now',
  });
});

/**
 * Every row in the database as text, with the read models separate from the rest. `filled` lists the tables with rows.
 */
async function dumped(): Promise<{
  readonly readModels: readonly string[];
  readonly rest: readonly string[];
  readonly filled: readonly string[];
}> {
  const { rows: tables } = await admin.query<{ name: string; isReadModel: boolean }>(`
    select c.oid::regclass::text as name, n.nspname = 'public' and c.relname in (select unnest(tables) from read_model_sets) as "isReadModel"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`);
  const lines = { readModels: [] as string[], rest: [] as string[], filled: [] as string[] };
  for (const { name, isReadModel } of tables) {
    const { rows } = await admin.query<{ row: string }>(`select t::text as row from ${name} t`);
    if (rows.length > 0) lines.filled.push(name);
    lines[isReadModel ? 'readModels' : 'rest'].push(...rows.map(({ row }) => `${name} ${row.toLowerCase()}`));
  }
  return lines;
}

/**
 * The ways in which a word can be written: without its hyphens, in hexadecimal and in base64; of a token also its
 * bytes.
 */
function formsOf(word: string): string[] {
  const bytes = [word, word.toLowerCase()]
    .map((each) => Buffer.from(each))
    .concat(/^[\w-]{43,}$/.test(word) ? [Buffer.from(word, 'base64url')] : []);
  // The end of base64 depends on what follows.
  const encoded = bytes.flatMap((each) => [
    each.toString('hex'),
    each.toString('base64').replace(/.?=*$/, ''),
    each.toString('base64url').slice(0, -1),
  ]);
  return [word, word.replaceAll('-', ''), ...encoded].map((form) => form.toLowerCase());
}

/** Which of the words occur in which table. */
const occurrencesIn = (lines: readonly string[], words: Readonly<Record<string, string>>): string[] => [
  ...new Set(
    Object.entries(words).flatMap(([what, word]) =>
      lines
        .filter((line) => formsOf(word).some((form) => line.includes(form)))
        .map((line) => `${what} in ${line.split(' ', 1)[0]}`),
    ),
  ),
];

test('after every flow, a dump of the database holds tokens and secrets nowhere in plain form, and names, addresses and texts only in read models', async () => {
  const known = {
    name: 'Hedvig Sjögren',
    emailAddress: `hedvig.${uuidv7()}@example.test`,
    second: `second.${uuidv7()}@example.test`,
    username: `hedvig-${uuidv7().slice(-12)}`,
    invited: 'Torvald Quist',
    invitedAddress: `torvald.${uuidv7()}@example.test`,
  };
  const unknown: Record<string, string> = {
    stranger: 'Ottilie Brandt',
    strangersAddress: `ottilie.${uuidv7()}@example.test`,
    pendingAddress: `pending.${uuidv7()}@example.test`,
    trackingCode: 'winter-campaign-for-haulers',
    passkeyName: 'Hedvigs private phone',
  };
  const [message, reason] = ['I have hauled there before.', 'They cannot find their figures.'];
  const secrets: Record<string, string> = { password: 'herring-ballast-91', newPassword: 'mackerel-ballast-92' };
  const { emailAddress, username } = known;
  const { password, newPassword } = secrets as { password: string; newPassword: string };
  /**
   * Records the cookies that a browser stores.
   * @returns the Cookie header.
   */
  const store = (what: string, cookies: readonly string[]): string =>
    cookies
      .map((cookie) => cookie.split(';', 1)[0]!)
      .map((pair, index) => {
        secrets[`cookie ${index} of ${what}`] = pair.slice(pair.indexOf('=') + 1);
        return pair;
      })
      .join('; ');
  const tokenOf = async (address: string, kind: string): Promise<string> =>
    (secrets[`token of ${kind} for ${address}`] = /[#=]([\w-]{64})$/.exec((await mailTo(address, kind)).link)![1]!);

  // Sign up and verify an account, reset its forgotten password; another sign-up stays pending.
  const signedUp = await call('POST', '/onboarding', undefined, {
    name: known.name,
    emailAddress,
    password,
    channelPartner: 'haulers-guild',
    utmCodes: { utmContent: unknown['trackingCode'] },
  });
  expect(signedUp.status).toBe(202);
  expect(
    (
      await call(
        'POST',
        '/auth',
        undefined,
        { emailVerificationToken: await tokenOf(emailAddress, 'VERIFY') },
        store('the sign-up', signedUp.cookies),
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await call('POST', '/onboarding', undefined, {
        name: unknown['stranger'],
        emailAddress: unknown['strangersAddress'],
        password,
      })
    ).status,
  ).toBe(202);
  const onTheirWay: Promise<unknown>[] = [tokenOf(unknown['strangersAddress']!, 'VERIFY')];
  expect((await call('PUT', `/users/${emailAddress}/password-reset-request`)).status).toBe(202);
  expect(
    (
      await call('POST', '/password-reset', undefined, {
        resetToken: await tokenOf(emailAddress, 'RESET'),
        newPassword,
      })
    ).status,
  ).toBe(204);
  const signedIn = await call('POST', '/auth', undefined, { identifier: emailAddress, password: newPassword });
  store('the first session', signedIn.cookies);
  const { jwt: first } = signedIn.body;
  const { sub: userGuid } = JSON.parse(Buffer.from(first.split('.')[1], 'base64url').toString());
  const mine = `/users/${userGuid}`;

  // It has a username and two more addresses, one of them unverified.
  expect((await call('PATCH', mine, first, { username })).status).toBe(200);
  for (const each of [known.second, unknown['pendingAddress']])
    expect((await call('POST', `${mine}/email-addresses`, first, { emailAddress: each })).status).toBe(202);
  expect(
    (await call('PUT', '/email-verification', first, { verificationToken: await tokenOf(known.second, 'VERIFY') }))
      .status,
  ).toBe(200);
  onTheirWay.push(tokenOf(unknown['pendingAddress']!, 'VERIFY'));

  // Add an authenticator app and a passkey; end a session of the first, and leave the other.
  const { secret } = (await call('POST', `${mine}/totp`, first)).body;
  secrets['secret of the app'] = secret;
  const { recoveryCodes } = (await call('POST', `${mine}/totp/confirm`, first, { code: codeOf(secret) })).body;
  recoveryCodes.forEach((code: string, index: number) => (secrets[`recovery code ${index}`] = code));
  const device = new SoftwareAuthenticator('http://localhost:3000');
  const asked = (await call('POST', `${mine}/passkeys/options`, first)).body;
  Object.assign(secrets, {
    'request of the passkey': asked.challenge,
    'id of the passkey': device.id.toString('base64url'),
  });
  expect(
    (await call('POST', `${mine}/passkeys`, first, { name: unknown['passkeyName'], response: device.create(asked) }))
      .status,
  ).toBe(201);
  secrets['request of another passkey'] = (await call('POST', `${mine}/passkeys/options`, first)).body.challenge;
  await admin.query('update totp_secrets set last_step = null where user_guid = $1', [userGuid]);
  const challenges = await Promise.all(
    ['one', 'other'].map(async (which) => {
      const {
        challenge: { challengeToken, passkeyOptions },
      } = (await call('POST', '/auth', undefined, { identifier: username, password: newPassword })).body;
      Object.assign(secrets, {
        [`challenge of ${which} sign-in`]: challengeToken,
        [`passkey request of ${which} sign-in`]: passkeyOptions.challenge,
      });
      return challengeToken;
    }),
  );
  const second = await call('POST', '/auth/second-factor', undefined, {
    challengeToken: challenges[0],
    totp: codeOf(secret),
  });
  store('the second session', second.cookies);
  const { jwt } = second.body;

  // Read as staff, ask to join, found an organization and invite someone to it.
  const granted = (await api.application.commands.execute(
    new GrantStaff(systemEnvelope({ tenant: INSTALLATION_TENANT }), userGuid),
  )) as Outcome;
  expect(isExecuted(granted)).toBe(true);
  await api.application.runner?.catchUp();
  expect((await call('POST', '/staff/accesses', jwt, { organizationGuid: org, reason })).status).toBe(201);
  expect((await call('GET', `/startup?organizationGuid=${org}`, jwt)).status).toBe(200);
  await api.application.runner?.catchUp();
  expect((await call('GET', `/orgs/${org}/staff-access`, await signIn(boss.emailAddress))).body.items[0]).toMatchObject(
    { reason },
  );
  expect((await call('POST', `/org-invitations/${org}/request/${userGuid}`, jwt, { message })).status).toBe(201);
  const { guid } = (
    await call('POST', '/orgs', jwt, { creatorGuid: userGuid, name: 'Haulage Works', sizeRange: 'ONE_TO_TEN' })
  ).body;
  expect(
    (
      await call('PUT', '/org-invitations', jwt, {
        organizationGuid: guid,
        recipientName: known.invited,
        recipientEmailAddress: known.invitedAddress,
      })
    ).status,
  ).toBe(201);
  await Promise.all([
    ...onTheirWay,
    tokenOf(known.invitedAddress, 'INVITATION'),
    mailTo(boss.emailAddress, 'STAFF_ACCESS'),
    mailTo(emailAddress, 'FACTOR_CHANGED'),
  ]);

  // Entries without a consumer stay in the outbox.
  await reactors.close();
  reactors = undefined!;
  expect(
    (
      await call('POST', '/onboarding', undefined, {
        name: unknown['stranger'],
        emailAddress: unknown['strangersAddress'],
        password,
      })
    ).status,
  ).toBe(202);
  await api.application.runner?.catchUp();

  const { readModels, rest, filled } = await dumped();
  const expectedTables = [
    'events',
    'reservations',
    'subject_keys',
    'outbox',
    'jobs.job_common',
    'mail_marks',
    'mailbox',
    'sign_ups',
    'email_verifications',
    'password_resets',
    'pending_addresses',
    'password_credentials',
    'sessions',
    'refresh_tokens',
    'totp_secrets',
    'passkeys',
    'passkey_requests',
    'recovery_codes',
    'sign_in_challenges',
    'staff_accesses',
    'staff_calls',
  ];
  expect(expectedTables.filter((name) => !filled.includes(name))).toEqual([]);
  expect(occurrencesIn([...readModels, ...rest], secrets)).toEqual([]);
  expect(
    occurrencesIn(rest, { ...known, ...unknown, message, reason, boss: boss.name, bossesAddress: boss.emailAddress }),
  ).toEqual([]);
  // Read models contain the data for finding people; unverified addresses and client addresses are not even there.
  expect(
    [...new Set(occurrencesIn(readModels, known).map((occurrence) => occurrence.split(' ', 1)[0]))].sort(),
  ).toEqual(Object.keys(known).sort());
  expect(occurrencesIn(readModels, unknown)).toEqual([]);
});
