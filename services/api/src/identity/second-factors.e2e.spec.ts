import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { textOf, type ErrorClass } from '@plimsoll/contracts/errors';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { codeOf } from '../../test/identity/authenticator-app.ts';
import { SoftwareAuthenticator, type Ways } from '../../test/identity/software-authenticator.ts';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { MOST_WRONG_FACTORS } from './second-step.ts';

let app: TestApplication;
let admin: pg.Client;
let origin: string;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  origin = `http://localhost:${app.api.port}`;
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

type SignedIn = TestPerson & { readonly token: string };

const somebody = async (name = 'Nora Reef'): Promise<SignedIn> => {
  const person = await app.register(name);
  return { ...person, token: await app.signIn(person) };
};
const ask = ({ userGuid, token }: SignedIn, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => app.call(method, `/users/${userGuid}${path}`, { token, body, headers });
const refusal = ({ status, body }: Answer) => [status, body.className];
const password = ({ emailAddress }: TestPerson, headers: Record<string, string> = {}) => app.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD }, headers });
const answer = (challengeToken: string, proof: object, headers: Record<string, string> = {}) => app.call('POST', '/auth/second-factor', { body: { challengeToken, ...proof }, headers });
/** The first of two steps. */
async function challenged(person: TestPerson): Promise<{ challengeToken: string; methods: string[]; passkeyOptions: { challenge: string; rpId: string } }> {
  const { status, body } = await password(person);
  expect([status, body.jwt]).toEqual([200, null]);
  return body.challenge;
}
const signInWith = async (person: TestPerson, proof: object): Promise<Answer> => answer((await challenged(person)).challengeToken, proof);
/** Lets a code count again: tests do not wait for half a minute. */
const forgetStep = ({ userGuid }: TestPerson) => admin.query('update totp_secrets set last_step = null where user_guid = $1', [userGuid]);

/** Sets up an authenticator app. */
async function withApp(person: SignedIn): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body: { secret } } = await ask(person, 'POST', '/totp');
  const { status, body } = await ask(person, 'POST', '/totp/confirm', { code: codeOf(secret) });
  expect(status).toBe(201);
  return { secret, recoveryCodes: body.recoveryCodes };
}

/** Sets up a passkey. */
async function withPasskey(person: SignedIn, device = new SoftwareAuthenticator(origin), name = 'Work phone'): Promise<{ device: SoftwareAuthenticator; guid: string; recoveryCodes: string[] | null }> {
  const { body: options } = await ask(person, 'POST', '/passkeys/options');
  const { status, body } = await ask(person, 'POST', '/passkeys', { name, response: device.create(options) });
  expect([status, body.className]).toEqual([201, undefined]);
  return { device, guid: body.guid, recoveryCodes: body.recoveryCodes };
}
const eventsOf = async ({ userGuid }: TestPerson) => {
  const loaded = await app.api.application.store.load(INSTALLATION_TENANT, { kind: 'user', guid: userGuid });
  if (loaded.status !== 'loaded') throw new Error(loaded.status);
  return loaded.events.map(({ type, data }) => ({ type, data }));
};
const sessionMethod = async (jwt: string): Promise<string> => {
  const { sub } = JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString());
  return (await app.call('GET', `/users/${sub}/sessions`, { token: jwt })).body.items[0].method;
};

describe('an authenticator app', () => {
  test('is added by its first code, and asked for after the password from then on', async () => {
    const person = await somebody();
    const { status, body } = await ask(person, 'POST', '/totp');
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(body.otpauthUri);
    expect([address.protocol, address.host, decodeURIComponent(address.pathname), address.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', `/Plimsoll:${person.emailAddress}`, body.secret]);
    expect((await password(person)).body).toEqual({ jwt: expect.any(String) });

    const confirmed = await ask(person, 'POST', '/totp/confirm', { code: codeOf(body.secret) });
    expect(confirmed).toMatchObject({ status: 201, body: { addedAt: expect.any(String) } });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect((await ask(person, 'GET', '/second-factors')).body).toEqual({ totp: { addedAt: confirmed.body.addedAt }, passkeys: [], recoveryCodesLeft: 10 });

    const challenge = await challenged(person);
    expect(challenge).toEqual({ challengeToken: expect.any(String), methods: ['TOTP', 'RECOVERY_CODE'], passkeyOptions: null });
    const signedIn = await answer(challenge.challengeToken, { totp: codeOf(body.secret, 1) });
    expect([signedIn.status, Object.keys(signedIn.body)]).toEqual([200, ['jwt']]);
    expect(signedIn.headers.getSetCookie().join()).toMatch(/plimsoll-refresh=.*plimsoll-device=/);
    expect(await sessionMethod(signedIn.body.jwt)).toBe('TOTP');
    expect(await eventsOf(person)).toMatchObject([{ type: 'UserRegistered' }, { type: 'PasswordChanged' }, { type: 'SecondFactorAdded', data: { userGuid: person.userGuid, method: 'TOTP', replacedGuid: null } }]);
  });

  test('shows a code that works once, at its confirmation and at a sign-in, however it is typed', async () => {
    const person = await somebody();
    const { secret } = await withApp(person);
    expect(refusal(await signInWith(person, { totp: codeOf(secret) }))).toEqual([401, 'IncorrectSecondFactor']);
    const next = codeOf(secret, 1);
    expect((await signInWith(person, { totp: `${next.slice(0, 3)} ${next.slice(3)}` })).status).toBe(200);
    expect(refusal(await signInWith(person, { totp: next }))).toEqual([401, 'IncorrectSecondFactor']);
    await forgetStep(person);
    const challenges = await Promise.all(Array.from({ length: 6 }, () => challenged(person)));
    const answers = await Promise.all(challenges.map(({ challengeToken }) => answer(challengeToken, { totp: next })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test.each([-3, 3])('%s steps from now shows another code', async (steps) => {
    const person = await somebody();
    const { secret } = await withApp(person);
    await forgetStep(person);
    expect(refusal(await signInWith(person, { totp: codeOf(secret, steps) }))).toEqual([401, 'IncorrectSecondFactor']);
  });

  test('takes the place of the one before, and leaves the recovery codes as they are', async () => {
    const person = await somebody();
    const first = await withApp(person);
    const second = await withApp(person);
    expect(second.recoveryCodes).toBeNull();
    await forgetStep(person);
    expect(refusal(await signInWith(person, { totp: codeOf(first.secret, 1) }))).toEqual([401, 'IncorrectSecondFactor']);
    expect((await signInWith(person, { totp: codeOf(second.secret, 1) })).status).toBe(200);
    expect((await signInWith(person, { recoveryCode: first.recoveryCodes[0] })).status).toBe(200);
    const [one, other] = (await eventsOf(person)).slice(2) as { data: { secondFactorGuid: string; replacedGuid: string | null } }[];
    expect(other!.data.replacedGuid).toBe(one!.data.secondFactorGuid);
  });

  test('that is removed is asked for no more, and with the last factor go the recovery codes', async () => {
    const person = await somebody();
    await withApp(person);
    for (let time = 0; time < 2; time++) expect((await ask(person, 'DELETE', '/totp')).status).toBe(204);
    expect((await ask(person, 'GET', '/second-factors')).body).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
    expect((await password(person)).body).toEqual({ jwt: expect.any(String) });
    expect((await eventsOf(person)).map(({ type }) => type).slice(2)).toEqual(['SecondFactorAdded', 'SecondFactorRemoved']);
    expect((await admin.query('select (select count(*)::int from totp_secrets where user_guid = $1) + (select count(*)::int from recovery_codes where user_guid = $1) as left', [person.userGuid])).rows).toEqual([{ left: 0 }]);
  });

  test('whose answer got lost is answered alike when the request is sent again', async () => {
    const person = await somebody();
    const { body: { secret } } = await ask(person, 'POST', '/totp');
    const headers = { 'idempotency-key': uuidv7() };
    const send = () => ask(person, 'POST', '/totp/confirm', { code: codeOf(secret) }, headers);
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect((await eventsOf(person)).filter(({ type }) => type === 'SecondFactorAdded')).toHaveLength(1);
  });

  test('that a kill left half done, in the log and not in its table, is completed by the repetition', async () => {
    const person = await somebody();
    const { body: { secret } } = await ask(person, 'POST', '/totp');
    const headers = { 'idempotency-key': uuidv7() };
    const code = codeOf(secret);
    const first = await ask(person, 'POST', '/totp/confirm', { code }, headers);
    await admin.query('update totp_secrets set confirmed_at = null where user_guid = $1', [person.userGuid]);
    await admin.query('delete from recovery_codes where user_guid = $1', [person.userGuid]);
    expect((await ask(person, 'POST', '/totp/confirm', { code }, headers)).body.recoveryCodes).toEqual(first.body.recoveryCodes);
    expect((await challenged(person)).methods).toEqual(['TOTP', 'RECOVERY_CODE']);
  });
});

describe('a passkey', () => {
  test('is made for our own pages, and signs what is asked after the password', async () => {
    const person = await somebody();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    expect(options).toMatchObject({ rp: { id: 'localhost', name: 'Plimsoll' }, user: { name: person.emailAddress, displayName: person.name }, attestation: 'none', excludeCredentials: [], authenticatorSelection: { userVerification: 'required' } });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(person.userGuid.replaceAll('-', ''));
    const { device, recoveryCodes } = await withPasskey(person, new SoftwareAuthenticator(origin, { isBackedUp: true }));
    expect(recoveryCodes).toHaveLength(10);
    expect((await ask(person, 'GET', '/second-factors')).body.passkeys).toEqual([{ guid: expect.any(String), name: 'Work phone', addedAt: expect.any(String), lastUsedAt: null, isBackedUp: true }]);
    expect((await ask(person, 'POST', '/passkeys/options')).body.excludeCredentials).toEqual([{ id: device.id.toString('base64url'), type: 'public-key', transports: ['internal'] }]);

    const { challengeToken, methods, passkeyOptions } = await challenged(person);
    expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect(passkeyOptions).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [{ id: device.id.toString('base64url') }] });
    const signedIn = await answer(challengeToken, { passkey: device.sign(passkeyOptions) });
    expect(signedIn.status).toBe(200);
    expect(await sessionMethod(signedIn.body.jwt)).toBe('PASSKEY');
    expect((await ask(person, 'GET', '/second-factors')).body.passkeys[0].lastUsedAt).toEqual(expect.any(String));
  });

  test.each<[string, Ways]>([
    ['from another page', { origin: 'https://evil.example' }],
    ['by nobody whom it has verified', { verifies: false }],
    ['as often as before', { count: 1 }],
  ])('that signs %s opens nothing', async (_, ways) => {
    const person = await somebody();
    const { device } = await withPasskey(person);
    const first = await challenged(person);
    expect((await answer(first.challengeToken, { passkey: device.sign(first.passkeyOptions) })).status).toBe(200);
    const second = await challenged(person);
    expect(refusal(await answer(second.challengeToken, { passkey: device.sign(second.passkeyOptions, ways) }))).toEqual([401, 'IncorrectSecondFactor']);
    expect((await answer(second.challengeToken, { passkey: device.sign(second.passkeyOptions, { count: 7 }) })).status).toBe(200);
  });

  test('that signs another challenge, or is another’s, opens nothing', async () => {
    const [person, other] = [await somebody(), await somebody('Otto Bay')];
    const [{ device }, { device: others }] = [await withPasskey(person), await withPasskey(other)];
    const [one, two] = [await challenged(person), await challenged(person)];
    expect(refusal(await answer(two.challengeToken, { passkey: device.sign(one.passkeyOptions) }))).toEqual([401, 'IncorrectSecondFactor']);
    expect(refusal(await answer(two.challengeToken, { passkey: others.sign(two.passkeyOptions) }))).toEqual([401, 'IncorrectSecondFactor']);
    const signed = device.sign(two.passkeyOptions);
    expect((await answer(two.challengeToken, { passkey: signed })).status).toBe(200);
    expect(refusal(await answer(two.challengeToken, { passkey: signed }))).toEqual([401, 'IncorrectSecondFactor']);
  });

  test.each<[string, Ways]>([
    ['for another page', { origin: 'https://evil.example' }],
    ['for nobody whom its device has verified', { verifies: false }],
    ['with a statement of whoever built its device', { attestation: 'packed' }],
    ['with a statement that is none of ours', { attestation: 'fido-u2f' }],
  ])('that was made %s is not taken', async (_, ways) => {
    const person = await somebody();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    expect(refusal(await ask(person, 'POST', '/passkeys', { name: 'Key', response: new SoftwareAuthenticator(origin).create(options, ways) }))).toEqual([401, 'IncorrectSecondFactor']);
  });

  test('is made of what was asked once, and within five minutes', async () => {
    const person = await somebody();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    const add = (device = new SoftwareAuthenticator(origin)) => ask(person, 'POST', '/passkeys', { name: 'Key', response: device.create(options) });
    expect((await add()).status).toBe(201);
    expect(refusal(await add())).toEqual([401, 'IncorrectSecondFactor']);
    const late = (await ask(person, 'POST', '/passkeys/options')).body;
    await admin.query("update passkey_requests set asked_at = asked_at - interval '5 minutes' where user_guid = $1", [person.userGuid]);
    expect(refusal(await ask(person, 'POST', '/passkeys', { name: 'Key', response: new SoftwareAuthenticator(origin).create(late) }))).toEqual([401, 'IncorrectSecondFactor']);
  });

  test('stands with one account', async () => {
    const [person, other] = [await somebody(), await somebody('Otto Bay')];
    const { device } = await withPasskey(person);
    const { body: options } = await ask(other, 'POST', '/passkeys/options');
    expect(refusal(await ask(other, 'POST', '/passkeys', { name: 'Key', response: device.create(options) }))).toEqual([401, 'IncorrectSecondFactor']);
  });

  test('whose answer got lost is answered alike when the request is sent again, also after a kill between log and table', async () => {
    const person = await somebody();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    const [body, headers] = [{ name: 'Key', response: new SoftwareAuthenticator(origin).create(options) }, { 'idempotency-key': uuidv7() }];
    const first = await ask(person, 'POST', '/passkeys', body, headers);
    expect((await ask(person, 'POST', '/passkeys', body, headers)).body).toEqual(first.body);
    await admin.query('delete from passkeys where user_guid = $1', [person.userGuid]);
    expect((await ask(person, 'POST', '/passkeys', body, headers)).body).toMatchObject({ guid: first.body.guid, recoveryCodes: first.body.recoveryCodes });
    expect((await eventsOf(person)).filter(({ type }) => type === 'SecondFactorAdded')).toHaveLength(1);
  });

  test('that is removed signs no more; the others do. There are ten at most', async () => {
    const person = await somebody();
    const [lost, kept] = [await withPasskey(person), await withPasskey(person)];
    expect(kept.recoveryCodes).toBeNull();
    for (let time = 0; time < 2; time++) expect((await ask(person, 'DELETE', `/passkeys/${lost.guid}`)).status).toBe(204);
    const { challengeToken, passkeyOptions } = await challenged(person);
    expect(refusal(await answer(challengeToken, { passkey: lost.device.sign(passkeyOptions) }))).toEqual([401, 'IncorrectSecondFactor']);
    expect((await answer(challengeToken, { passkey: kept.device.sign(passkeyOptions) })).status).toBe(200);
    for (let count = 1; count < 10; count++) await withPasskey(person);
    expect(refusal(await ask(person, 'POST', '/passkeys/options'))).toEqual([409, 'LimitReached']);
  });
});

describe('recovery codes', () => {
  test('work once each, however they are typed, and not for anybody else', async () => {
    const [person, other] = [await somebody(), await somebody('Otto Bay')];
    const [{ recoveryCodes: [first, second] }] = [await withApp(person), await withApp(other)];
    const signedIn = await signInWith(person, { recoveryCode: ` ${first!.toUpperCase().replaceAll('-', ' ')} ` });
    expect(signedIn.status).toBe(200);
    expect(await sessionMethod(signedIn.body.jwt)).toBe('RECOVERY_CODE');
    expect(refusal(await signInWith(person, { recoveryCode: first }))).toEqual([401, 'IncorrectSecondFactor']);
    expect(refusal(await signInWith(other, { recoveryCode: second }))).toEqual([401, 'IncorrectSecondFactor']);
    expect((await ask(person, 'GET', '/second-factors')).body.recoveryCodesLeft).toBe(9);
    const challenges = await Promise.all(Array.from({ length: 6 }, () => challenged(person)));
    expect((await Promise.all(challenges.map(({ challengeToken }) => answer(challengeToken, { recoveryCode: second })))).map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('are made anew: those before count no more', async () => {
    const person = await somebody();
    const before = await withApp(person);
    const headers = { 'idempotency-key': uuidv7() };
    const made = await ask(person, 'POST', '/recovery-codes', undefined, headers);
    expect([made.status, new Set([...made.body.recoveryCodes, ...before.recoveryCodes]).size]).toEqual([201, 20]);
    expect((await ask(person, 'POST', '/recovery-codes', undefined, headers)).body).toEqual(made.body);
    expect(refusal(await signInWith(person, { recoveryCode: before.recoveryCodes[3] }))).toEqual([401, 'IncorrectSecondFactor']);
    expect((await signInWith(person, { recoveryCode: made.body.recoveryCodes[3] })).status).toBe(200);
    await ask(person, 'POST', '/recovery-codes');
    // What was answered once is not what counts by now: there is nothing to show.
    expect((await ask(person, 'POST', '/recovery-codes', undefined, headers)).body.recoveryCodes).toEqual([]);
  });

  test('are offered while there are some, and are no factor by themselves', async () => {
    const person = await somebody();
    const { recoveryCodes } = await withApp(person);
    for (const recoveryCode of recoveryCodes) expect((await signInWith(person, { recoveryCode })).status).toBe(200);
    expect((await challenged(person)).methods).toEqual(['TOTP']);
    expect(refusal(await ask(await somebody('Otto Bay'), 'POST', '/recovery-codes'))).toEqual([400, 'MissingRelatedEntity']);
  });
});

describe('a challenge', () => {
  test('is void after five wrong codes, and says how often one may still try', async () => {
    const person = await somebody();
    const { secret } = await withApp(person);
    const { challengeToken } = await challenged(person);
    const tries = [];
    for (let count = 0; count < 6; count++) tries.push(await answer(challengeToken, { totp: '000000' === codeOf(secret, 1) ? '000001' : '000000' }));
    expect(tries.map(({ status, body }) => [status, body.className, body.triesLeft])).toEqual([4, 3, 2, 1, 0, 0].map((left) => [401, 'IncorrectSecondFactor', left]));
    expect(await answer(challengeToken, { totp: codeOf(secret, 1) })).toMatchObject({ status: 401, body: { triesLeft: 0 } });
    expect((await signInWith(person, { totp: codeOf(secret, 1) })).status).toBe(200);
  });

  test('is void after five minutes, once it was answered, and when the password was changed meanwhile', async () => {
    const person = await somebody();
    const { recoveryCodes } = await withApp(person);
    const [late, used, overtaken] = [await challenged(person), await challenged(person), await challenged(person)];
    expect((await answer(used.challengeToken, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
    expect(refusal(await answer(used.challengeToken, { recoveryCode: recoveryCodes[1] }))).toEqual([401, 'IncorrectSecondFactor']);
    await admin.query("update sign_in_challenges set begun_at = begun_at - interval '5 minutes' where user_guid = $1 and used_at is null", [person.userGuid]);
    expect(refusal(await answer(late.challengeToken, { recoveryCode: recoveryCodes[2] }))).toEqual([401, 'IncorrectSecondFactor']);
    await admin.query('update sign_in_challenges set begun_at = clock_timestamp() where user_guid = $1', [person.userGuid]);
    await admin.query('update password_credentials set version = version + 1 where user_guid = $1', [person.userGuid]);
    expect(refusal(await answer(overtaken.challengeToken, { recoveryCode: recoveryCodes[3] }))).toEqual([401, 'IncorrectSecondFactor']);
  });

  test(`is not answered any more after ${MOST_WRONG_FACTORS} wrong answers in an hour, by whoever has not signed in there before`, async () => {
    const person = await somebody();
    const { secret, recoveryCodes } = await withApp(person);
    const known = await signInWith(person, { recoveryCode: recoveryCodes[0] });
    const cookie = known.headers.getSetCookie().map((one) => one.split(';', 1)[0]!).find((one) => one.startsWith('plimsoll-device='))!;
    await admin.query('delete from sign_in_failures');
    expect((await signInWith(person, { recoveryCode: 'none' })).status).toBe(401);
    await admin.query('update sign_in_failures set failures = $1', [MOST_WRONG_FACTORS]);
    expect(refusal(await signInWith(person, { totp: codeOf(secret, 1) }))).toEqual([429, 'TooManyAttempts']);
    expect((await answer((await challenged(person)).challengeToken, { totp: codeOf(secret, 1) }, { cookie })).status).toBe(200);
    await admin.query('delete from sign_in_failures');
  });

  test('comes after the right password alone: before it, nothing tells whether there is a second factor', async () => {
    const [person, other] = [await somebody(), await somebody('Otto Bay')];
    await withApp(person);
    const wrong = async ({ emailAddress }: { emailAddress: string }) => {
      const { status, headers, body: { requestId: _, ...body } } = await app.call('POST', '/auth', { body: { identifier: emailAddress, password: 'not-the-password' } });
      return { status, body, headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)) };
    };
    const asked = await wrong(person);
    expect(asked).toEqual(await wrong(other));
    expect(asked).toEqual(await wrong({ emailAddress: 'nobody@example.test' }));
    expect(asked).toMatchObject({ status: 401, body: { className: 'IncorrectPassword' } });
    // The work is the same as well: what is kept of second factors cannot even be read then.
    await admin.query('revoke select on totp_secrets, passkeys, recovery_codes from plimsoll_app');
    try {
      expect(await wrong(person)).toEqual(asked);
      expect((await password(person)).status).toBe(500);
    } finally {
      await admin.query('grant select on totp_secrets, passkeys, recovery_codes to plimsoll_app');
    }
  });

  test('comes after a new password by mail too', async () => {
    const person = await somebody();
    const { recoveryCodes } = await withApp(person);
    const { MailedLinks } = await import('@plimsoll/event-store/mailed-links');
    await app.call('PUT', `/users/${person.emailAddress}/password-reset-request`);
    const { rows } = await admin.query('select guid from password_resets order by asked_at desc limit 1');
    const resetToken = MailedLinks.ofResets(Buffer.from(app.options.sealingKey, 'base64')).tokenOf(rows[0].guid);
    expect((await app.call('POST', '/password-reset', { body: { resetToken, newPassword: 'quay-lantern-83' } })).status).toBe(204);
    const { body } = await app.call('POST', '/auth', { body: { identifier: person.emailAddress, password: 'quay-lantern-83' } });
    expect(body).toMatchObject({ jwt: null, challenge: { methods: ['TOTP', 'RECOVERY_CODE'] } });
    expect((await answer(body.challenge.challengeToken, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
  });
});

describe('what is refused', () => {
  const { id, rawId, type, response } = new SoftwareAuthenticator('http://localhost').sign({ challenge: 'x', rpId: 'localhost' });
  const passkey = { id, rawId, type, response };
  const token = 'A'.repeat(43);
  test.each<[string, string, string, () => unknown, number, ErrorClass, string | null]>([
    ['a challenge that never was', 'POST', '/auth/second-factor', () => ({ challengeToken: token, totp: '123456' }), 401, 'IncorrectSecondFactor', null],
    ['a challenge without an answer', 'POST', '/auth/second-factor', () => ({ challengeToken: token }), 400, 'MalformedRequest', 'totp'],
    ['two answers at once', 'POST', '/auth/second-factor', () => ({ challengeToken: token, totp: '123456', recoveryCode: 'x' }), 400, 'MalformedRequest', 'totp'],
    ['an answer without a challenge', 'POST', '/auth/second-factor', () => ({ totp: '123456' }), 400, 'MalformedRequest', 'challengeToken'],
    ['a code that is a number', 'POST', '/auth/second-factor', () => ({ challengeToken: token, totp: 123456 }), 400, 'MalformedRequest', 'totp'],
    ['a signature that is none', 'POST', '/auth/second-factor', () => ({ challengeToken: token, passkey: { ...passkey, response: { ...response, signature: '%' } } }), 400, 'MalformedRequest', 'passkey.response.signature'],
    ['a passkey of another kind', 'POST', '/auth/second-factor', () => ({ challengeToken: token, passkey: { ...passkey, type: 'password' } }), 400, 'MalformedRequest', 'passkey.type'],
    ['a code without a secret', 'POST', 'U/totp/confirm', () => ({ code: '123456' }), 401, 'IncorrectSecondFactor', null],
    ['no code', 'POST', 'U/totp/confirm', () => ({}), 400, 'MalformedRequest', 'code'],
    ['a passkey that was not asked for', 'POST', 'U/passkeys', () => ({ name: 'Key', response: new SoftwareAuthenticator(origin).create({ challenge: 'x', rp: { id: 'localhost' } }) }), 401, 'IncorrectSecondFactor', null],
    ['a passkey without a name', 'POST', 'U/passkeys', () => ({ name: ' ', response: new SoftwareAuthenticator(origin).create({ challenge: 'x', rp: { id: 'localhost' } }) }), 400, 'MalformedName', 'name'],
    ['a passkey with a name of two lines', 'POST', 'U/passkeys', () => ({ name: 'a\nb', response: new SoftwareAuthenticator(origin).create({ challenge: 'x', rp: { id: 'localhost' } }) }), 400, 'MalformedName', 'name'],
    ['codes for whom there is no factor', 'POST', 'U/recovery-codes', () => undefined, 400, 'MissingRelatedEntity', 'secondFactors'],
    ['a passkey by no guid', 'DELETE', 'U/passkeys/north', () => undefined, 400, 'MalformedRequest', 'guid'],
  ])('%s', async (_, method, path, body, status, className, field) => {
    const person = await somebody();
    const answered = await app.call(method, path.replace(/^U/, `/users/${person.userGuid}`), { token: person.token, body: body() });
    expect(answered).toMatchObject({ status, body: { status, className, detail: textOf(className) } });
    if (field) expect(answered.body.fieldErrors.map((fault: { field: string }) => fault.field)).toEqual([field]);
    expect(answered.headers.get('www-authenticate')).toBeNull();
    expect((await app.call('GET', '/startup', { token: person.token })).status).toBe(200);
  });

  test.each<[string, string, unknown]>([
    ['GET', '/second-factors', undefined], ['POST', '/totp', undefined], ['POST', '/totp/confirm', { code: '123456' }], ['DELETE', '/totp', undefined],
    ['POST', '/passkeys/options', undefined], ['DELETE', `/passkeys/${uuidv7()}`, undefined], ['POST', '/recovery-codes', undefined],
  ])('%s of another’s %s', async (method, path, body) => {
    const [person, other] = [await somebody(), await somebody('Otto Bay')];
    for (const userGuid of [other.userGuid, uuidv7()]) expect(refusal(await app.call(method, `/users/${userGuid}${path}`, { token: person.token, body }))).toEqual([404, 'UsernameDoesNotExist']);
  });
});

test('a recovery code, a secret, a key and the name of a passkey stand nowhere in plain: neither in the log nor in a table', async () => {
  const person = await somebody();
  const { secret, recoveryCodes } = await withApp(person);
  const { device } = await withPasskey(person, undefined, 'Noras private phone');
  const challenge = await challenged(person);
  const tables = ['totp_secrets', 'passkeys', 'passkey_requests', 'recovery_codes', 'sign_in_challenges', 'events'];
  let dump = '';
  for (const table of tables) dump += (await admin.query(`select string_agg(to_jsonb(t)::text, ' ') as text from ${table} t`)).rows[0].text;
  expect(dump).toContain(person.userGuid);
  const inHex = (text: string) => Buffer.from(text).toString('hex');
  const forms = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', '')), 'Noras private phone', device.id.toString('base64url'), challenge.challengeToken, challenge.passkeyOptions.challenge, person.emailAddress];
  for (const form of forms) for (const written of [form, inHex(form)]) expect(dump).not.toContain(written);
  expect(dump).not.toContain(device.id.toString('hex'));
});
