import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';
import { startApi } from '../../main.ts';
import type { AddressLimits } from '../email-addresses/address-throttle.ts';

const PASSWORD = 'quay-lantern-83';
let app: TestApplication;
let admin: pg.Client;
let anna: TestPerson;
let verifications: ReturnType<typeof MailedLinks.ofVerifications>;
let resets: ReturnType<typeof MailedLinks.ofResets>;

beforeAll(async () => {
  app = await TestApplication.start({
    addressLimits: { signUpsAnHour: 10_000, mailsAndTokensAnHour: 10_000, authMethodsAMinute: 10_000 },
    trustProxy: ['127.0.0.1'],
  });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  anna = await app.register('Anna Lund');
  const key = Buffer.from(app.options.sealingKey, 'base64');
  [verifications, resets] = [MailedLinks.ofVerifications(key), MailedLinks.ofResets(key)];
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

const fresh = () => `${uuidv7()}@example.test`;
const personOf = (emailAddress: string) => ({ name: 'Nora Reef', emailAddress, password: PASSWORD });
const cookieOf = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0]!)
    .find((cookie) => cookie.startsWith('plimsoll-sign-up='))!;
const newest = async (table: string) =>
  (await admin.query<{ guid: string }>(`select guid from ${table} order by asked_at desc limit 1`)).rows[0]!.guid;
const verificationToken = async () => verifications.tokenOf(await newest('email_verifications'));
const resetToken = async () => resets.tokenOf(await newest('password_resets'));

/** Someone who signed up, with the link of their mail and the cookie of their browser. */
async function signedUp(
  emailAddress = fresh(),
  more: object = {},
): Promise<{ emailAddress: string; token: string; cookie: string }> {
  const answer = await app.call('POST', '/onboarding', { body: { ...personOf(emailAddress), ...more } });
  expect(answer).toMatchObject({ status: 202, body: { emailAddress } });
  return { emailAddress, token: await verificationToken(), cookie: cookieOf(answer) };
}
const verify = (token: string, { cookie, password }: { cookie?: string; password?: string } = {}) =>
  app.call('PUT', '/email-verification', {
    body: { verificationToken: token, ...(password && { password }) },
    ...(cookie && { headers: { cookie } }),
  });
const signIn = (body: object, cookie?: string) =>
  app.call('POST', '/auth', { body, ...(cookie && { headers: { cookie } }) });
const refusal = ({ status, body }: Answer) => [
  status,
  body.className,
  ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
];
async function askToReset(identifier: string): Promise<string> {
  expect(await app.call('PUT', `/users/${encodeURIComponent(identifier)}/password-reset-request`)).toMatchObject({
    status: 202,
    body: {},
  });
  return resetToken();
}

describe('signing up', () => {
  test('leads to an account once the address is verified in the same browser: the log has it then, and not before', async () => {
    const { emailAddress, token, cookie } = await signedUp(fresh(), {
      currencyCode: 'aud',
      channelPartner: 'harbour',
      utmCodes: { utmSource: 'x' },
      onboarding: { basics: { organizationName: 'Quay Works' } },
    });
    expect(await signIn({ identifier: emailAddress, password: PASSWORD })).toMatchObject({
      status: 409,
      body: { className: 'UserHasNoVerifiedEmailAddress' },
    });
    expect(await verify(token, { cookie })).toMatchObject({ status: 200, body: { emailAddress } });
    const answer = await signIn({ identifier: emailAddress, password: PASSWORD });
    expect(answer.status).toBe(200);
    const { sub } = JSON.parse(Buffer.from(answer.body.jwt.split('.')[1], 'base64url').toString());
    const loaded = await app.api.application.store.load(INSTALLATION_TENANT, { kind: 'user', guid: sub });
    expect(loaded).toMatchObject({
      events: [
        {
          type: 'UserRegistered',
          data: {
            emailAddress,
            name: 'Nora Reef',
            currencyCode: 'AUD',
            channelPartner: 'harbour',
            utmCodes: { utmSource: 'x' },
          },
        },
      ],
    });
    expect((await app.call('GET', '/startup', { token: answer.body.jwt })).body).toMatchObject({
      user: { name: 'Nora Reef' },
      memberships: [],
    });
  });

  test('counts in another browser with the chosen password, and not for the reader of the mail of a stranger’s sign-up', async () => {
    const { token } = await signedUp();
    const { cookie: strangers } = await signedUp();
    expect(refusal(await verify(token))).toEqual([401, 'IncorrectPassword']);
    expect(refusal(await verify(token, { cookie: strangers }))).toEqual([401, 'IncorrectPassword']);
    expect(refusal(await verify(token, { password: 'another-password' }))).toEqual([401, 'IncorrectPassword']);
    expect((await verify(token, { password: PASSWORD })).status).toBe(200);
    expect(refusal(await verify(token))).toEqual([404, 'EmailAddressVerificationNotFound']);
  });

  test('of several that pend for an address the first that is verified wins, whichever came first', async () => {
    const emailAddress = fresh();
    const [first, second] = [await signedUp(emailAddress), await signedUp(emailAddress.toUpperCase())];
    const answers = await Promise.all([verify(second.token, second), verify(first.token, first)]);
    expect(
      answers
        .map(refusal)
        .map(([status, className]) => [status, className])
        .sort(),
    ).toEqual([
      [200, undefined],
      [409, 'DuplicateEmailAddress'],
    ]);
  });

  test('with an address that has an account already never takes it over', async () => {
    const stranger = await signedUp(anna.emailAddress);
    expect(refusal(await verify(stranger.token, stranger))).toEqual([409, 'DuplicateEmailAddress']);
    expect(refusal(await signIn({ emailVerificationToken: stranger.token }, stranger.cookie))).toEqual([
      409,
      'DuplicateEmailAddress',
    ]);
    expect((await signIn({ identifier: anna.emailAddress, password: TEST_PASSWORD })).status).toBe(200);
  });

  test('signs in by the link of the mail, once, before or after it has verified', async () => {
    const [one, other] = [await signedUp(), await signedUp()];
    expect((await signIn({ emailVerificationToken: one.token }, one.cookie)).status).toBe(200);
    expect(refusal(await signIn({ emailVerificationToken: one.token }, one.cookie))).toEqual([
      404,
      'EmailAddressVerificationNotFound',
    ]);
    expect((await verify(other.token, other)).status).toBe(200);
    expect(refusal(await signIn({ emailVerificationToken: other.token }))).toEqual([401, 'IncorrectPassword']);
    expect((await signIn({ emailVerificationToken: other.token, password: PASSWORD })).status).toBe(200);
  });

  test('sends another mail for the sign-up of the browser that asks; its link counts as well', async () => {
    const emailAddress = fresh();
    const own = await signedUp(emailAddress);
    await signedUp(emailAddress);
    expect(
      await app.call('PUT', `/users/${emailAddress}/resend-verification`, {
        body: { utmSource: 'again' },
        headers: { cookie: own.cookie },
      }),
    ).toMatchObject({ status: 202, body: {} });
    expect((await verify(await verificationToken(), own)).status).toBe(200);
  });

  test('ends: a link holds for 24 hours, a sign-up for 30 days', async () => {
    const [day, month] = [await signedUp(), await signedUp()];
    const guidOf = (token: string) => (verifications.read(token) as { guid: string }).guid;
    await admin.query("update email_verifications set asked_at = asked_at - interval '24 hours' where guid = $1", [
      guidOf(day.token),
    ]);
    await admin.query(
      "update sign_ups set signed_up_at = signed_up_at - interval '30 days' where guid = (select sign_up from email_verifications where guid = $1)",
      [guidOf(month.token)],
    );
    expect(refusal(await verify(day.token, day))).toEqual([404, 'EmailAddressVerificationNotFound']);
    expect(refusal(await verify(month.token, month))).toEqual([404, 'EmailAddressVerificationNotFound']);
    expect(refusal(await signIn({ identifier: month.emailAddress, password: PASSWORD }))).toEqual([
      401,
      'IncorrectPassword',
    ]);
  });

  test.each<[string, object, (string | number)[]]>([
    ['no name', { name: ' ' }, [400, 'MalformedName', 'name']],
    ['a name without a letter', { name: '4711' }, [400, 'MalformedName', 'name']],
    ['a name of two lines', { name: 'Nora\r\nBcc: x' }, [400, 'MalformedName', 'name']],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, [400, 'MalformedName', 'name']],
    ['no address', { emailAddress: 'nora' }, [400, 'MalformedEmailAddress', 'emailAddress']],
    [
      'an address with a line break',
      { emailAddress: 'nora@example.test\nx@example.test' },
      [400, 'MalformedEmailAddress', 'emailAddress'],
    ],
    ['a short password', { password: 'seven77' }, [400, 'MalformedPassword', 'password']],
    ['one of the commonest passwords', { password: 'Password1' }, [400, 'MalformedPassword', 'password']],
    ['their name as password', { password: 'nora-reef-1' }, [400, 'MalformedPassword', 'password']],
    [
      'more than 4 kB of utmContent',
      { utmCodes: { utmContent: 'x'.repeat(4_097) } },
      [400, 'MalformedRequest', 'utmCodes.utmContent'],
    ],
    [
      'a size that there is not',
      { onboarding: { basics: { organizationName: 'Quay', sizeRange: 'HUGE' } } },
      [400, 'MalformedSizeRange', 'onboarding.basics.sizeRange'],
    ],
    ['an invitation that there is not', { inviteToken: 'x'.repeat(64) }, [404, 'InvitationNotFound']],
  ])('is refused with %s', async (_, more, expected) => {
    expect(refusal(await app.call('POST', '/onboarding', { body: { ...personOf(fresh()), ...more } }))).toEqual(
      expected,
    );
  });

  test.each([
    ['EUR', 'CAD'],
    ['usd', 'USD'],
    [undefined, 'CAD'],
  ])('in the currency %s is in %s', async (currencyCode, expected) => {
    const { token, cookie } = await signedUp(fresh(), { currencyCode });
    const answer = await signIn({ emailVerificationToken: token }, cookie);
    const { sub } = JSON.parse(Buffer.from(answer.body.jwt.split('.')[1], 'base64url').toString());
    expect(await app.api.application.store.load(INSTALLATION_TENANT, { kind: 'user', guid: sub })).toMatchObject({
      events: [{ data: { currencyCode: expected } }],
    });
  });
});

describe('a token of a mail', () => {
  const unknown = () => `${'A'.repeat(63)}B`;
  test.each<[string, string, string, () => object, (string | number)[]]>([
    [
      'that is none',
      'PUT',
      '/email-verification',
      () => ({ verificationToken: 'x' }),
      [400, 'MalformedToken', 'verificationToken'],
    ],
    [
      'that we never made',
      'PUT',
      '/email-verification',
      () => ({ verificationToken: unknown() }),
      [401, 'IncorrectEmailAddressVerificationToken'],
    ],
    [
      'whose row is gone',
      'PUT',
      '/email-verification',
      () => ({ verificationToken: verifications.tokenOf(uuidv7()) }),
      [404, 'EmailAddressVerificationNotFound'],
    ],
    [
      'of a reset',
      'PUT',
      '/email-verification',
      () => ({ verificationToken: resets.tokenOf(uuidv7()) }),
      [401, 'IncorrectEmailAddressVerificationToken'],
    ],
    [
      'that is none',
      'POST',
      '/password-reset',
      () => ({ resetToken: 'x', newPassword: PASSWORD }),
      [400, 'MalformedToken', 'resetToken'],
    ],
    [
      'that we never made',
      'POST',
      '/password-reset',
      () => ({ resetToken: unknown(), newPassword: PASSWORD }),
      [401, 'IncorrectPasswordResetToken'],
    ],
    [
      'whose row is gone',
      'POST',
      '/password-reset',
      () => ({ resetToken: resets.tokenOf(uuidv7()), newPassword: PASSWORD }),
      [404, 'PasswordResetRequestNotFound'],
    ],
    [
      'that is none',
      'POST',
      '/auth',
      () => ({ emailVerificationToken: 'x' }),
      [400, 'MalformedToken', 'emailVerificationToken'],
    ],
    [
      'that we never made',
      'POST',
      '/auth',
      () => ({ emailVerificationToken: unknown() }),
      [401, 'IncorrectEmailAddressVerificationToken'],
    ],
    [
      'beside an identifier',
      'POST',
      '/auth',
      () => ({ emailVerificationToken: unknown(), identifier: 'nora' }),
      [400, 'MalformedUsername', 'identifier'],
    ],
    [
      'or password, neither',
      'POST',
      '/auth',
      () => ({ identifier: 'nora' }),
      [400, 'PasswordOrEmailAddressVerificationTokenMustBePresent', 'password'],
    ],
  ])('%s: %s %s', async (_, method, path, body, expected) => {
    expect(refusal(await app.call(method, path, { body: body() }))).toEqual(expected);
  });
});

describe('a public write with an Idempotency-Key', () => {
  const onboarding = (body: object, key: string, cookie?: string) =>
    app.call('POST', '/onboarding', { body, headers: { 'Idempotency-Key': key, ...(cookie && { cookie }) } });
  const signUps = async () => (await admin.query('select 1 from sign_ups')).rowCount!;

  test('a sign-up is carried out once: repeated it gets the first answer, with the cookie of its browser, and no other mail', async () => {
    const [person, key, before] = [personOf(fresh()), uuidv7(), await signUps()];
    const [first, beside] = await Promise.all([onboarding(person, key), onboarding(person, key)]);
    const again = await onboarding(person, key.toUpperCase());
    for (const answer of [first, beside, again]) {
      expect(answer).toMatchObject({ status: 202, body: { emailAddress: person.emailAddress } });
      expect(cookieOf(answer)).toBe(cookieOf(first));
    }
    expect(await signUps()).toBe(before + 1);
    expect((await verify(await verificationToken(), { cookie: cookieOf(again) })).status).toBe(200);
  });

  test('with other content it is refused, with a malformed key too; a refused request is not remembered', async () => {
    const [person, key] = [personOf(fresh()), uuidv7()];
    expect(refusal(await onboarding({ ...person, password: 'password' }, key))[0]).toBe(400);
    expect((await onboarding(person, key)).status).toBe(202);
    expect(refusal(await onboarding({ ...person, name: 'Another Name' }, key))).toEqual([422, 'IdempotencyKeyReused']);
    expect(refusal(await onboarding(person, 'no-key'))).toEqual([400, 'MalformedRequest', 'Idempotency-Key']);
  });

  test('a verification repeated after its answer was lost gets it again; another one finds the link used', async () => {
    const { token, cookie, emailAddress } = await signedUp();
    const body = { verificationToken: token };
    const headers = { cookie, 'Idempotency-Key': uuidv7() };
    for (let times = 0; times < 2; times++)
      expect(await app.call('PUT', '/email-verification', { body, headers })).toMatchObject({
        status: 200,
        body: { emailAddress },
      });
    expect((await verify(token, { cookie })).status).toBe(404);
  });

  test('its answer is remembered sealed, and its fingerprint tells nothing without the key', async () => {
    const [person, key] = [personOf(fresh()), uuidv7()];
    await onboarding(person, key);
    const { rows } = await admin.query<{ row: string }>('select public_requests::text as row from public_requests');
    expect(rows.filter(({ row }) => row.includes(Buffer.from(person.emailAddress).toString('hex')))).toEqual([]);
  });
});

describe('where to after signing in', () => {
  test.each([
    ['/events', 200],
    ['//evil.example', 400],
    ['/..//evil.example', 400],
    ['/events/..//evil.example', 400],
    ['https://evil.example/', 400],
    ['javascript:alert(1)', 400],
  ])('%s: %s', async (redirectUrl, status) => {
    const answer = await signIn({ identifier: anna.emailAddress, password: TEST_PASSWORD, redirectUrl });
    expect(answer.status).toBe(status);
    if (status === 400) expect(refusal(answer)).toEqual([400, 'InvalidRedirectUrl', 'redirectUrl']);
  });
});

describe('how a person signs in', () => {
  test('is the same for everyone, by an identifier or an organization, and not by both or neither', async () => {
    const password = { type: 'USERNAME_PASSWORD', name: null, signInUrl: null };
    for (const query of [`identifier=${anna.emailAddress}`, 'identifier=nobody', `organizationGuid=${uuidv7()}`])
      expect(await app.call('GET', `/auth/auth-method?${query}`)).toMatchObject({ status: 200, body: password });
    for (const query of ['', `identifier=x&organizationGuid=${uuidv7()}`])
      expect((await app.call('GET', `/auth/auth-method?${query}`)).status).toBe(400);
  });
});

describe('a forgotten password', () => {
  test('is set again with the link, once: all sessions end and the old password is no longer valid', async () => {
    const person = await app.register('Rosa Keel');
    const session = await app.signIn(person);
    const token = await askToReset(person.emailAddress.toUpperCase());
    expect(
      (await app.call('POST', '/password-reset', { body: { resetToken: token, newPassword: PASSWORD } })).status,
    ).toBe(204);
    expect(
      refusal(await app.call('POST', '/password-reset', { body: { resetToken: token, newPassword: PASSWORD } })),
    ).toEqual([404, 'PasswordResetRequestNotFound']);
    expect((await app.call('GET', '/startup', { token: session })).status).toBe(401);
    expect((await signIn({ identifier: person.emailAddress, password: TEST_PASSWORD })).status).toBe(401);
    expect((await signIn({ identifier: person.emailAddress, password: PASSWORD })).status).toBe(200);
  });

  test('that is not allowed is refused, and the link stays valid', async () => {
    const person = await app.register('Rosa Keel');
    const token = await askToReset(person.emailAddress);
    for (const newPassword of ['short', 'password1', 'rosa-keel-77'])
      expect(refusal(await app.call('POST', '/password-reset', { body: { resetToken: token, newPassword } }))).toEqual([
        400,
        'MalformedPassword',
        'newPassword',
      ]);
    expect(
      (await app.call('POST', '/password-reset', { body: { resetToken: token, newPassword: PASSWORD } })).status,
    ).toBe(204);
  });

  test('has a link for 10 minutes', async () => {
    const token = await askToReset(anna.emailAddress);
    await admin.query("update password_resets set asked_at = asked_at - interval '10 minutes' where guid = $1", [
      (resets.read(token) as { guid: string }).guid,
    ]);
    expect(
      refusal(await app.call('POST', '/password-reset', { body: { resetToken: token, newPassword: PASSWORD } })),
    ).toEqual([404, 'PasswordResetRequestNotFound']);
  });

  test('lets a person sign in again who had failed too often', async () => {
    const person = await app.register('Mira Hull');
    await signIn({ identifier: person.emailAddress, password: 'not-the-password' });
    await admin.query('update sign_in_failures set failures = 1000');
    expect(refusal(await signIn({ identifier: person.emailAddress, password: TEST_PASSWORD }))).toEqual([
      429,
      'TooManyAttempts',
    ]);
    const token = await askToReset(person.emailAddress);
    expect(
      (await app.call('POST', '/password-reset', { body: { resetToken: token, newPassword: PASSWORD } })).status,
    ).toBe(204);
    expect((await signIn({ identifier: person.emailAddress, password: PASSWORD })).status).toBe(200);
    await admin.query('delete from sign_in_failures');
  });
});

describe('who has an account', () => {
  test('is not revealed to a person who signed up with the address either', async () => {
    const unknown = fresh();
    for (const address of [anna.emailAddress, unknown]) {
      await signedUp(address, { password: 'a-strangers-own-82' });
      expect(refusal(await signIn({ identifier: address, password: 'a-strangers-own-82' }))).toEqual([
        409,
        'UserHasNoVerifiedEmailAddress',
      ]);
    }
  });

  test('no personal data of a sign-up or a reset is stored in plain text', async () => {
    const { emailAddress } = await signedUp(undefined, {
      name: 'Zebedee Marlinspike',
      utmCodes: { utmSource: 'secretsource' },
    });
    await askToReset(emailAddress);
    for (const table of ['sign_ups', 'email_verifications', 'password_resets', 'outbox', 'address_calls']) {
      const { rows } = await admin.query<{ text: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
      );
      const plain = rows[0]!.text.replaceAll(/\\x([0-9a-f]+)/g, (_, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      expect([
        table,
        plain.length > 0,
        /Zebedee|Marlinspike|secretsource/.test(plain),
        plain.includes(emailAddress),
      ]).toEqual([table, true, false, false]);
    }
  });
});

describe('an address', () => {
  // Each from a network of its own: an address's requests are counted in the shared database.
  test.each<[string, string, Partial<AddressLimits>, string, string, object | undefined]>([
    ['signs up', '2001:db8:a', { signUpsAnHour: 3 }, 'POST', '/onboarding', personOf(fresh())],
    [
      'asks for mails and tries tokens',
      '2001:db8:b',
      { mailsAndTokensAnHour: 3 },
      'PUT',
      '/users/a@example.test/password-reset-request',
      undefined,
    ],
    [
      'tries tokens to sign in',
      '2001:db8:c',
      { mailsAndTokensAnHour: 3 },
      'POST',
      '/auth',
      { emailVerificationToken: 'x' },
    ],
    [
      'asks how to sign in',
      '2001:db8:d',
      { authMethodsAMinute: 3 },
      'GET',
      '/auth/auth-method?identifier=x',
      undefined,
    ],
  ])('%s so often and no more, a /64 of IPv6 as one', async (_, network, addressLimits, method, path, body) => {
    const few = await startApi({ ...app.options, addressLimits, projector: false });
    const asking = async (ip: string) =>
      (
        await fetch(`${few.address}/api${path}`, {
          method,
          headers: { 'x-forwarded-for': `${network}${ip}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
      ).status;
    try {
      const statuses: number[] = [];
      for (const ip of ['::1', '::2', ':0:9::1', '::4']) statuses.push(await asking(ip));
      expect(statuses.slice(0, 3)).not.toContain(429);
      expect(statuses[3]).toBe(429);
      expect(await asking(':1::1')).not.toBe(429);
    } finally {
      await few.close();
    }
  });
});
