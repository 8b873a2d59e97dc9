import { createHash, createPublicKey, generateKeyPairSync, createPrivateKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { startApi } from '../main.ts';
import { AddEmailAddress } from './email-addresses/add-email-address.ts';
import { PASSWORD_MEMORY_KIB } from './passwords/passwords.ts';
import { MAX_ACCOUNTS, MAX_FAILURES, MAX_FAILURES_OF_DEVICE } from './sign-in/sign-in-throttle.ts';

const lines: string[] = [];
let app: TestApplication;
let org: string;
let anna: TestPerson & { token: string };
let admin: pg.Client;

beforeAll(async () => {
  app = await TestApplication.start({
    passwordMemoryKib: PASSWORD_MEMORY_KIB,
    logLevel: 'debug',
    trustProxy: ['127.0.0.1'],
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  org = await app.found();
  anna = await app.member(org, 'manager', 'Anna Lund');
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

const cookieName = 'plimsoll-refresh';
const cookieOf = (answer: Answer) =>
  new RegExp(`${cookieName}=([^;]*)`).exec(answer.headers.getSetCookie().join('\n'))?.[1];
const signIn = (person: { emailAddress: string }, password = TEST_PASSWORD, headers = {}) =>
  app.call('POST', '/auth', { body: { identifier: person.emailAddress, password }, headers });
const origin = () => ({ origin: app.url });
const refresh = (cookie: string | undefined, headers: Record<string, string> = origin()) =>
  app.call('POST', '/auth/refresh', { headers: { ...headers, ...(cookie && { cookie: `${cookieName}=${cookie}` }) } });

describe('signing in', () => {
  test('answers a token of ten minutes that says who one is and what one may do', async () => {
    const answer = await signIn({ emailAddress: anna.emailAddress.toUpperCase() });
    expect(answer.status).toBe(200);
    const claims = decodeJwt(answer.body.jwt);
    expect(claims).toMatchObject({
      sub: anna.userGuid,
      iss: 'http://localhost:3000',
      aud: 'plimsoll',
      organizations: [{ organizationGuid: org, isAdmin: false, permissions: '23:31e16a' }],
    });
    expect(claims.exp! - claims.iat!).toBe(600);
    expect(decodeProtectedHeader(answer.body.jwt)).toMatchObject({
      alg: 'EdDSA',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    expect(answer.headers.get('authorization')).toBe(`Bearer ${answer.body.jwt}`);
  });

  test('keeps the refresh token from scripts and, over plain http, says so by its name', async () => {
    const cookie = (await signIn(anna)).headers.getSetCookie()[0];
    expect(cookie).toMatch(/^plimsoll-refresh=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('answers a wrong password and an unknown person alike, in body and about in time', async () => {
    const ask = async (emailAddress: string) => {
      const from = performance.now();
      const { status, body } = await signIn({ emailAddress }, 'not-the-password');
      const { requestId: _, ...rest } = body;
      return { answer: { status, ...rest }, took: performance.now() - from };
    };
    await ask(anna.emailAddress);
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 8; round++) {
      const [one, other] = [await ask(anna.emailAddress), await ask(`nobody${round}@example.test`)];
      expect(one.answer).toEqual(other.answer);
      expect(one.answer).toMatchObject({
        status: 401,
        className: 'IncorrectPassword',
        detail: 'Incorrect email address or password.',
      });
      wrong.push(one.took);
      unknown.push(other.took);
    }
    // The fastest of each: the others also measure other load on the machine.
    const ratio = Math.min(...unknown) / Math.min(...wrong);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('is refused to another site', async () => {
    expect(
      await signIn(anna, TEST_PASSWORD, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({ status: 403 });
  });

  test('replaces a hash with outdated costs', async () => {
    const { hash } = await import('@node-rs/argon2');
    const old = await app.register('Old Hand');
    await admin.query('update password_credentials set hash = $2 where user_guid = $1', [
      old.userGuid,
      await hash(TEST_PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 }),
    ]);
    expect((await signIn(old)).status).toBe(200);
    const { rows } = await admin.query('select hash from password_credentials where user_guid = $1', [old.userGuid]);
    expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$/);
    expect((await signIn(old)).status).toBe(200);
  });
});

describe('a token', () => {
  const keyOf = (token: string) => decodeProtectedHeader(token).kid!;
  const forge = async (change: {
    header?: object;
    claims?: object;
    key?: ReturnType<typeof createPrivateKey>;
    issuer?: string;
    audience?: string;
    expires?: number;
  }) => {
    const now = Math.floor(Date.now() / 1000);
    const { iss: _, aud: __, exp: ___, iat: ____, ...claims } = decodeJwt(anna.token);
    return new SignJWT({ ...claims, ...change.claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: keyOf(anna.token), ...change.header })
      .setIssuer(change.issuer ?? 'http://localhost:3000')
      .setAudience(change.audience ?? 'plimsoll')
      .setIssuedAt(now - 700)
      .setExpirationTime(change.expires ?? now + 600)
      .sign(change.key ?? createPrivateKey(app.options.signingKey));
  };
  const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tried = async (token: string) => {
    const { status, body } = await app.call('GET', '/startup', { token });
    return [status, body.className];
  };

  test('made as ours are is taken, so that the cases below fail for their own reason', async () => {
    expect(await tried(await forge({}))).toEqual([200, undefined]);
  });

  test('without an algorithm', async () => {
    const payload = anna.token.split('.')[1];
    expect(await tried(`${b64({ alg: 'none', typ: 'at+jwt', kid: keyOf(anna.token) })}.${payload}.`)).toEqual([
      401,
      'NonParsableJwt',
    ]);
  });

  test('signed by HS256 with the public key', async () => {
    const publicKey = createPublicKey(createPrivateKey(app.options.signingKey)).export({ format: 'pem', type: 'spki' });
    const token = await new SignJWT(decodeJwt(anna.token) as Record<string, unknown>)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: keyOf(anna.token) })
      .sign(Buffer.from(publicKey));
    expect(await tried(token)).toEqual([401, 'NonParsableJwt']);
  });

  test.each([
    ['of a foreign key', { key: generateKeyPairSync('ed25519').privateKey }],
    ['with a foreign kid', { header: { kid: createHash('sha256').update('x').digest('base64url').slice(0, 16) } }],
    ['that brings its key along', { header: { jku: 'https://evil.example/keys' } }],
    ['that brings its certificate along', { header: { x5u: 'https://evil.example/cert' } }],
    ['for another audience', { audience: 'others' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['without a session', { claims: { sid: undefined } }],
  ])('%s is refused', async (_, change) => {
    expect(await tried(await forge(change))).toEqual([401, 'NonParsableJwt']);
  });

  test('that has expired is refused as such', async () => {
    expect(await tried(await forge({ expires: Math.floor(Date.now() / 1000) - 1 }))).toEqual([
      401,
      'ExpiredNonRefreshableJwt',
    ]);
  });

  test('of a session that never was is refused', async () => {
    expect(await tried(await forge({ claims: { sid: uuidv7() } }))).toEqual([401, 'ExpiredNonRefreshableJwt']);
  });

  test.each(['', 'abc', 'a.b.c', `${'x'.repeat(5000)}`, '..'])('%p is none', async (token) => {
    expect((await tried(token))[0]).toBe(401);
  });

  test('cannot claim rights: they are looked up', async () => {
    const stranger = await app.member(await app.found('Elsewhere'), 'standard', 'Sly Fox');
    const token = await forge({
      claims: {
        sub: stranger.userGuid,
        organizations: [{ organizationGuid: org, isAdmin: true, permissions: '23:7fffff' }],
      },
    });
    expect(await app.call('GET', `/startup?organizationGuid=${org}`, { token })).toMatchObject({ status: 404 });
  });

  test('loses a right within a second of its being taken away, and has it again as soon', async () => {
    const person = await app.member(org, ['VIEW_AND_SET_MONTHLY_METRICS'], 'Meg Tide');
    const status = async () =>
      (await app.call('GET', `/orgs/${org}/reporting-metrics/2026-04`, { token: person.token })).status;
    expect(await status()).toBe(200);
    await app.permit(org, person, []);
    await sleep(900);
    const refused = await app.call('GET', `/orgs/${org}/reporting-metrics/2026-04`, { token: person.token });
    expect(refused.status).toBe(403);
    const renewed = decodeJwt(refused.headers.get('authorization')!.slice('Bearer '.length));
    expect(renewed).toMatchObject({
      sub: person.userGuid,
      sid: decodeJwt(person.token)['sid'],
      organizations: [{ permissions: '23:000000' }],
    });
    await app.permit(org, person, ['VIEW_AND_SET_MONTHLY_METRICS']);
    await sleep(900);
    expect(await status()).toBe(200);
  });
});

describe('refreshing', () => {
  test('gives a new token and a new cookie', async () => {
    const first = cookieOf(await signIn(anna));
    const answer = await refresh(first);
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toBe(first);
    expect((await app.call('GET', '/startup', { token: answer.body.jwt })).status).toBe(200);
  });

  test('answers a replaced cookie with the same successor, for a second tab or a lost answer', async () => {
    const first = cookieOf(await signIn(anna));
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
  });

  test('ends the session when a replaced cookie comes back after its successor was used', async () => {
    const signedIn = await signIn(anna);
    const first = cookieOf(signedIn);
    const second = cookieOf(await refresh(first));
    const third = cookieOf(await refresh(second));
    expect((await refresh(first)).status).toBe(401);
    expect(await refresh(third)).toMatchObject({ status: 401, body: { className: 'ExpiredNonRefreshableJwt' } });
    expect((await app.call('GET', '/startup', { token: signedIn.body.jwt })).status).toBe(401);
  });

  test('ends the session when a replaced cookie comes back after half a minute', async () => {
    const first = cookieOf(await signIn(anna));
    const second = cookieOf(await refresh(first));
    await admin.query(
      "update refresh_tokens set replaced_at = replaced_at - interval '31 seconds' where replaced_at is not null",
    );
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(second)).status).toBe(401);
  });

  test('needs the cookie and our own origin', async () => {
    const cookie = cookieOf(await signIn(anna));
    expect(await refresh(undefined)).toMatchObject({ status: 401, body: { className: 'NoToken' } });
    expect(await refresh('made-up')).toMatchObject({ status: 401, body: { className: 'ExpiredNonRefreshableJwt' } });
    for (const headers of [{}, { origin: 'null' }, { origin: 'https://evil.example' }])
      expect(await refresh(cookie, headers as Record<string, string>)).toMatchObject({ status: 403 });
    expect((await refresh(cookie, { origin: `http://localhost:${app.api.port}` })).status).toBe(200);
  });
});

describe('signing out', () => {
  test('ends the session at once, for its token and its cookie', async () => {
    const answer = await signIn(anna);
    const cookie = cookieOf(answer)!;
    expect((await app.call('GET', '/startup', { token: answer.body.jwt })).status).toBe(200);
    const out = await app.call('POST', '/auth/sign-out', {
      headers: { ...origin(), cookie: `${cookieName}=${cookie}` },
    });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()[0]).toMatch(/^plimsoll-refresh=;.*Expires=Thu, 01 Jan 1970/);
    expect(await app.call('GET', '/startup', { token: answer.body.jwt })).toMatchObject({
      status: 401,
      body: { className: 'ExpiredNonRefreshableJwt' },
    });
    expect((await refresh(cookie)).status).toBe(401);
  });

  test('leaves other sessions of the person alone, and needs our own origin', async () => {
    expect((await app.call('GET', '/startup', { token: anna.token })).status).toBe(200);
    expect((await app.call('POST', '/auth/sign-out', { token: anna.token })).status).toBe(403);
    expect((await app.call('GET', '/startup', { token: anna.token })).status).toBe(200);
  });
});

test('a new password ends all sessions', async () => {
  const { SetPassword } = await import('./passwords/set-password.ts');
  const { systemEnvelope: envelopeOf } = await import('../commands/own-envelope.ts');
  const { INSTALLATION_TENANT } = await import('@plimsoll/contracts/kernel/values/ids');
  const person = await app.member(org, 'standard', 'Pat Ebb');
  const outcome = await app.api.application.commands.execute(
    new SetPassword(envelopeOf({ tenant: INSTALLATION_TENANT }), person.userGuid, 'quite-another-one-7'),
  );
  expect(outcome).toMatchObject({ changed: true });
  expect((await app.call('GET', '/startup', { token: person.token })).status).toBe(401);
  expect((await signIn(person)).status).toBe(401);
  expect((await signIn(person, 'quite-another-one-7')).status).toBe(200);
});

test('an address belongs to one account, whatever its case', async () => {
  await app.register('First Mate', 'mate@example.test');
  await expect(app.register('Second Mate', 'Mate@Example.test')).rejects.toThrow('DuplicateEmailAddress');
});

test('no password, token, cookie or address is in the log', () => {
  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(50);
  expect(text).toMatch(/"userGuid":"[0-9a-f-]{36}"/);
  for (const secret of [
    TEST_PASSWORD,
    'not-the-password',
    anna.token.split('.')[2]!,
    anna.emailAddress,
    cookieName,
    'Bearer ',
  ])
    expect(text).not.toContain(secret);
});

test('a password change during a sign-in with the old password leaves no session behind', async () => {
  const { SetPassword } = await import('./passwords/set-password.ts');
  const { systemEnvelope: envelopeOf } = await import('../commands/own-envelope.ts');
  const { INSTALLATION_TENANT } = await import('@plimsoll/contracts/kernel/values/ids');
  const person = await app.register('Ray Chase');
  let current = TEST_PASSWORD;
  for (let round = 0; round < 3; round++) {
    const next = `round-${round}-of-many`;
    const trying = Array.from({ length: 6 }, () => signIn(person, current));
    const changing = app.api.application.commands.execute(
      new SetPassword(envelopeOf({ tenant: INSTALLATION_TENANT }), person.userGuid, next),
    );
    const [outcome, ...answers] = await Promise.all([changing, ...trying]);
    expect(outcome).toMatchObject({ changed: true });
    for (const answer of answers) {
      expect([200, 401]).toContain(answer.status);
      if (answer.status === 200)
        expect(await app.call('GET', '/startup', { token: answer.body.jwt })).toMatchObject({
          status: 401,
          body: { className: 'ExpiredNonRefreshableJwt' },
        });
    }
    current = next;
  }
  expect((await signIn(person, current)).status).toBe(200);
});

test('a session is not written for a credential that was replaced after it was looked at', async () => {
  const { Sessions } = await import('./sign-in/sessions.ts');
  const person = await app.register('Vera Long');
  const sessions = app.api.http.get(Sessions, { strict: false });
  const beginning = { method: 'PASSWORD', device: null } as const;
  expect(await sessions.start(person.userGuid, 1, beginning)).toMatchObject({ userGuid: person.userGuid });
  await sessions.storePassword(person.userGuid, 'another hash');
  expect(await sessions.start(person.userGuid, 1, beginning)).toBeNull();
  expect(await sessions.start(person.userGuid, 2, beginning)).toMatchObject({ userGuid: person.userGuid });
});

describe('failing too often', () => {
  const wrong = (emailAddress: string, address: string) =>
    signIn({ emailAddress }, 'wrong-password', { 'x-forwarded-for': address });

  test('throttles the account after a hundred failures, even with the right password, and from elsewhere', async () => {
    const victim = await app.register('Vic Tim');
    await admin.query('delete from sign_in_failures');
    const first = await wrong(victim.emailAddress, '203.0.113.1');
    expect(first.status).toBe(401);
    await admin.query('update sign_in_failures set failures = 99');
    expect((await wrong(victim.emailAddress, '203.0.113.2')).status).toBe(401);
    const answer = await wrong(victim.emailAddress, '203.0.113.3');
    expect(answer).toMatchObject({ status: 429, body: { className: 'TooManyAttempts' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(victim)).status).toBe(429);
    expect((await signIn(anna)).status).toBe(200);
    await admin.query("update sign_in_failures set counted_since = counted_since - interval '61 minutes'");
    expect((await signIn(victim)).status).toBe(200);
  });

  test('counts the account, whichever of its names is typed', async () => {
    const [first, second] = [`${uuidv7()}@example.test`, `${uuidv7()}@example.test`];
    const person = await app.register('Many Names', first);
    const token = await app.signIn(person);
    const username = `names-${uuidv7().slice(-6)}`;
    expect((await app.call('PATCH', `/users/${person.userGuid}`, { token, body: { username } })).status).toBe(200);
    const outcome = await app.api.application.commands.execute(
      new AddEmailAddress(systemEnvelope({ tenant: INSTALLATION_TENANT }), person.userGuid, second),
    );
    expect(outcome).toMatchObject({ changed: true });
    await app.caughtUp(INSTALLATION_TENANT, (outcome as { position: number }).position);
    await admin.query('truncate sign_in_failures, sign_in_sprays');
    const names = [first, username, second, first.toUpperCase()];
    for (const [index, name] of names.entries())
      expect((await wrong(name, `203.0.113.${80 + index}`)).status).toBe(401);
    expect((await admin.query('select failures from sign_in_failures')).rows).toEqual([{ failures: names.length }]);
    await admin.query('update sign_in_failures set failures = $1', [MAX_FAILURES]);
    for (const name of names) expect((await wrong(name, '203.0.113.90')).status).toBe(429);
    // A guid that is typed as a name is another subject.
    expect((await wrong(`account ${person.userGuid}`, '203.0.113.90')).status).toBe(401);
  });

  test('throttles an address that tries many accounts', async () => {
    await admin.query('truncate sign_in_failures, sign_in_sprays');
    await wrong('sprayed@example.test', '203.0.113.9');
    await admin.query(
      'insert into sign_in_sprays (address, account) select address, sha256(n::text::bytea) from sign_in_sprays, generate_series(3, $1::int) n',
      [MAX_ACCOUNTS],
    );
    expect((await wrong('the-last@example.test', '203.0.113.9')).status).toBe(401);
    expect((await wrong('one-more@example.test', '203.0.113.9')).status).toBe(429);
    expect((await signIn(anna, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
    expect((await signIn(anna, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
  });

  const deviceName = 'plimsoll-device';
  const deviceOf = (answer: Answer) =>
    new RegExp(`${deviceName}=([^;]*)`).exec(answer.headers.getSetCookie().join('\n'))?.[1];
  const from = (device: string | undefined) => ({
    'x-forwarded-for': '203.0.113.20',
    cookie: `${deviceName}=${device}`,
  });

  test('does not lock out a device that signed in to the account before, which has a limit of its own', async () => {
    const owner = await app.register('Dee Vice');
    const first = await signIn(owner, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.20' });
    const device = deviceOf(first);
    expect(first.headers.getSetCookie().find((cookie) => cookie.startsWith(deviceName))).toMatch(
      /^plimsoll-device=[\w-]{22}(\.[\w-]{43}){2}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    await admin.query('delete from sign_in_failures');
    await wrong(owner.emailAddress, '203.0.113.21');
    await admin.query('update sign_in_failures set failures = $1', [MAX_FAILURES]);
    expect((await signIn(owner, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.22' })).status).toBe(429);
    expect((await signIn(owner, TEST_PASSWORD, from(device))).status).toBe(200);
    expect((await signIn(owner, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.22' })).status).toBe(429);

    expect((await signIn(owner, 'wrong-password', from(device))).status).toBe(401);
    await admin.query('update sign_in_failures set failures = $1 where failures = 1', [MAX_FAILURES_OF_DEVICE]);
    expect((await signIn(owner, TEST_PASSWORD, from(device))).status).toBe(429);
  });

  test('knows a device by its signature alone, and only where it signed in', async () => {
    const [owner, other] = [await app.register('Sig Nature'), await app.register('Oth Er')];
    const device = deviceOf(await signIn(owner))!;
    const [id, signature] = device.split('.') as [string, string];
    await admin.query('delete from sign_in_failures');
    for (const person of [owner, other]) await wrong(person.emailAddress, '203.0.113.31');
    await admin.query('update sign_in_failures set failures = $1', [MAX_FAILURES]);
    const forged = `${id}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const cookie of [forged, id, `${id}.${'A'.repeat(43)}`])
      expect((await signIn(owner, TEST_PASSWORD, from(cookie))).status).toBe(429);
    expect((await signIn(other, TEST_PASSWORD, from(device))).status).toBe(429);
    expect((await signIn(owner, TEST_PASSWORD, from(device))).status).toBe(200);
  });

  test('a refused try leaves what is counted as it was', async () => {
    const victim = await app.register('Una Touched');
    await admin.query('delete from sign_in_failures');
    await wrong(victim.emailAddress, '203.0.113.41');
    await admin.query('update sign_in_failures set failures = $1', [MAX_FAILURES]);
    const counted = async () =>
      (await admin.query('select f.*, (select count(*) from sign_in_sprays) as sprays from sign_in_failures f')).rows;
    const before = await counted();
    for (let index = 0; index < 3; index++)
      expect((await wrong(victim.emailAddress, `203.0.113.${50 + index}`)).status).toBe(429);
    expect(await counted()).toEqual(before);
  });

  test('what is over is swept out by those who fail later', async () => {
    await admin.query(
      "insert into sign_in_failures (subject, failures, counted_since) select sha256(n::text::bytea), 1, now() - interval '2 hours' from generate_series(1, 30) n",
    );
    await admin.query(
      "insert into sign_in_sprays (address, account, failed_at) select sha256(n::text::bytea), sha256(n::text::bytea), now() - interval '2 hours' from generate_series(1, 30) n",
    );
    await wrong('sweeper@example.test', '203.0.113.60');
    await wrong('sweeper@example.test', '203.0.113.60');
    const { rows } = await admin.query(
      "select (select count(*)::int from sign_in_failures where counted_since < now() - interval '1 hour') as failures, (select count(*)::int from sign_in_sprays where failed_at < now() - interval '1 hour') as sprays",
    );
    expect(rows).toEqual([{ failures: 0, sprays: 0 }]);
  });

  test('an address that a stranger claims for itself counts for nothing', async () => {
    const direct = await startApi({ ...app.options, logLevel: 'silent', trustProxy: [], projector: false });
    try {
      await admin.query('truncate sign_in_failures, sign_in_sprays');
      for (const address of ['203.0.113.70', '203.0.113.71']) {
        await fetch(`${direct.address}/api/auth`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ identifier: `${address}@example.test`, password: 'wrong-password' }),
        });
      }
      const { rows } = await admin.query(
        'select count(distinct address)::int as addresses, count(*)::int as accounts from sign_in_sprays',
      );
      expect(rows).toEqual([{ addresses: 1, accounts: 2 }]);
    } finally {
      await direct.close();
    }
  });
});
