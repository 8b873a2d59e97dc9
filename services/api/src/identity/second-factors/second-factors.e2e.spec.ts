import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { v7 as uuidv7 } from 'uuid';
import { codeOf } from '../../../test/identity/authenticator-app.ts';
import { SoftwareAuthenticator, type Ways } from '../../../test/identity/software-authenticator.ts';
import {
  admin,
  answer,
  app,
  ask,
  challenged,
  eventsOf,
  forgetStep,
  openScene,
  closeScene,
  origin,
  password,
  refusal,
  sessionMethod,
  signInWith,
  signedInPerson,
  withApp,
  withPasskey,
} from '../../../test/identity/second-factor-scene.ts';
import { describeSecondStep } from '../../../test/identity/second-step-promises.ts';

beforeAll(openScene);
afterAll(closeScene);

describe('an authenticator app', () => {
  test('is added by its first code, and required after the password from then on', async () => {
    const person = await signedInPerson();
    const { status, body } = await ask(person, 'POST', '/totp');
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(body.otpauthUri);
    expect([
      address.protocol,
      address.host,
      decodeURIComponent(address.pathname),
      address.searchParams.get('secret'),
    ]).toEqual(['otpauth:', 'totp', `/Plimsoll:${person.emailAddress}`, body.secret]);
    expect((await password(person)).body).toEqual({ jwt: expect.any(String) });

    const confirmed = await ask(person, 'POST', '/totp/confirm', { code: codeOf(body.secret) });
    expect(confirmed).toMatchObject({ status: 201, body: { addedAt: expect.any(String) } });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect((await ask(person, 'GET', '/second-factors')).body).toEqual({
      totp: { addedAt: confirmed.body.addedAt },
      passkeys: [],
      recoveryCodesLeft: 10,
    });

    const challenge = await challenged(person);
    expect(challenge).toEqual({
      challengeToken: expect.any(String),
      methods: ['TOTP', 'RECOVERY_CODE'],
      passkeyOptions: null,
    });
    const signedIn = await answer(challenge.challengeToken, { totp: codeOf(body.secret, 1) });
    expect([signedIn.status, Object.keys(signedIn.body)]).toEqual([200, ['jwt']]);
    expect(signedIn.headers.getSetCookie().join()).toMatch(/plimsoll-refresh=.*plimsoll-device=/);
    expect(await sessionMethod(signedIn.body.jwt)).toBe('TOTP');
    expect(await eventsOf(person)).toMatchObject([
      { type: 'UserRegistered' },
      { type: 'PasswordChanged' },
      { type: 'SecondFactorAdded', data: { userGuid: person.userGuid, method: 'TOTP', replacedGuid: null } },
    ]);
  });

  test('shows a code that works once, at its confirmation and at a sign-in, however it is typed', async () => {
    const person = await signedInPerson();
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
    const person = await signedInPerson();
    const { secret } = await withApp(person);
    await forgetStep(person);
    expect(refusal(await signInWith(person, { totp: codeOf(secret, steps) }))).toEqual([401, 'IncorrectSecondFactor']);
  });

  test('takes the place of the one before, and leaves the recovery codes as they are', async () => {
    const person = await signedInPerson();
    const first = await withApp(person);
    const second = await withApp(person);
    expect(second.recoveryCodes).toBeNull();
    await forgetStep(person);
    expect(refusal(await signInWith(person, { totp: codeOf(first.secret, 1) }))).toEqual([
      401,
      'IncorrectSecondFactor',
    ]);
    expect((await signInWith(person, { totp: codeOf(second.secret, 1) })).status).toBe(200);
    expect((await signInWith(person, { recoveryCode: first.recoveryCodes[0] })).status).toBe(200);
    const [one, other] = (await eventsOf(person)).slice(2) as {
      data: { secondFactorGuid: string; replacedGuid: string | null };
    }[];
    expect(other!.data.replacedGuid).toBe(one!.data.secondFactorGuid);
  });

  test('that is removed is no longer required, and the recovery codes are removed with the last factor', async () => {
    const person = await signedInPerson();
    await withApp(person);
    for (let time = 0; time < 2; time++) expect((await ask(person, 'DELETE', '/totp')).status).toBe(204);
    expect((await ask(person, 'GET', '/second-factors')).body).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await password(person)).body).toEqual({ jwt: expect.any(String) });
    expect((await eventsOf(person)).map(({ type }) => type).slice(2)).toEqual([
      'SecondFactorAdded',
      'SecondFactorRemoved',
    ]);
    expect(
      (
        await admin.query(
          'select (select count(*)::int from totp_secrets where user_guid = $1) + (select count(*)::int from recovery_codes where user_guid = $1) as left',
          [person.userGuid],
        )
      ).rows,
    ).toEqual([{ left: 0 }]);
  });

  test('whose answer got lost is answered alike when the request is sent again', async () => {
    const person = await signedInPerson();
    const {
      body: { secret },
    } = await ask(person, 'POST', '/totp');
    const headers = { 'idempotency-key': uuidv7() };
    const send = () => ask(person, 'POST', '/totp/confirm', { code: codeOf(secret) }, headers);
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect((await eventsOf(person)).filter(({ type }) => type === 'SecondFactorAdded')).toHaveLength(1);
  });

  test('that a kill left half done, in the log and not in its table, is completed by the repetition', async () => {
    const person = await signedInPerson();
    const {
      body: { secret },
    } = await ask(person, 'POST', '/totp');
    const headers = { 'idempotency-key': uuidv7() };
    const code = codeOf(secret);
    const first = await ask(person, 'POST', '/totp/confirm', { code }, headers);
    await admin.query('update totp_secrets set confirmed_at = null where user_guid = $1', [person.userGuid]);
    await admin.query('delete from recovery_codes where user_guid = $1', [person.userGuid]);
    expect((await ask(person, 'POST', '/totp/confirm', { code }, headers)).body.recoveryCodes).toEqual(
      first.body.recoveryCodes,
    );
    expect((await challenged(person)).methods).toEqual(['TOTP', 'RECOVERY_CODE']);
  });
});

describe('a passkey', () => {
  test('is created for our own pages, and signs the challenge after the password', async () => {
    const person = await signedInPerson();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Plimsoll' },
      user: { name: person.emailAddress, displayName: person.name },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { userVerification: 'required' },
    });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(person.userGuid.replaceAll('-', ''));
    const { device, recoveryCodes } = await withPasskey(
      person,
      new SoftwareAuthenticator(origin, { isBackedUp: true }),
    );
    expect(recoveryCodes).toHaveLength(10);
    expect((await ask(person, 'GET', '/second-factors')).body.passkeys).toEqual([
      { guid: expect.any(String), name: 'Work phone', addedAt: expect.any(String), lastUsedAt: null, isBackedUp: true },
    ]);
    expect((await ask(person, 'POST', '/passkeys/options')).body.excludeCredentials).toEqual([
      { id: device.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ]);

    const { challengeToken, methods, passkeyOptions } = await challenged(person);
    expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect(passkeyOptions).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: device.id.toString('base64url') }],
    });
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
    const person = await signedInPerson();
    const { device } = await withPasskey(person);
    const first = await challenged(person);
    expect((await answer(first.challengeToken, { passkey: device.sign(first.passkeyOptions) })).status).toBe(200);
    const second = await challenged(person);
    expect(refusal(await answer(second.challengeToken, { passkey: device.sign(second.passkeyOptions, ways) }))).toEqual(
      [401, 'IncorrectSecondFactor'],
    );
    expect(
      (await answer(second.challengeToken, { passkey: device.sign(second.passkeyOptions, { count: 7 }) })).status,
    ).toBe(200);
  });

  test('that signs another challenge, or is another’s, opens nothing', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson('Otto Bay')];
    const [{ device }, { device: others }] = [await withPasskey(person), await withPasskey(other)];
    const [one, two] = [await challenged(person), await challenged(person)];
    expect(refusal(await answer(two.challengeToken, { passkey: device.sign(one.passkeyOptions) }))).toEqual([
      401,
      'IncorrectSecondFactor',
    ]);
    expect(refusal(await answer(two.challengeToken, { passkey: others.sign(two.passkeyOptions) }))).toEqual([
      401,
      'IncorrectSecondFactor',
    ]);
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
    const person = await signedInPerson();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    expect(
      refusal(
        await ask(person, 'POST', '/passkeys', {
          name: 'Key',
          response: new SoftwareAuthenticator(origin).create(options, ways),
        }),
      ),
    ).toEqual([401, 'IncorrectSecondFactor']);
  });

  test('is created with a challenge once, and within five minutes', async () => {
    const person = await signedInPerson();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    const add = (device = new SoftwareAuthenticator(origin)) =>
      ask(person, 'POST', '/passkeys', { name: 'Key', response: device.create(options) });
    expect((await add()).status).toBe(201);
    expect(refusal(await add())).toEqual([401, 'IncorrectSecondFactor']);
    const late = (await ask(person, 'POST', '/passkeys/options')).body;
    await admin.query("update passkey_requests set asked_at = asked_at - interval '5 minutes' where user_guid = $1", [
      person.userGuid,
    ]);
    expect(
      refusal(
        await ask(person, 'POST', '/passkeys', {
          name: 'Key',
          response: new SoftwareAuthenticator(origin).create(late),
        }),
      ),
    ).toEqual([401, 'IncorrectSecondFactor']);
  });

  test('belongs to one account', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson('Otto Bay')];
    const { device } = await withPasskey(person);
    const { body: options } = await ask(other, 'POST', '/passkeys/options');
    expect(refusal(await ask(other, 'POST', '/passkeys', { name: 'Key', response: device.create(options) }))).toEqual([
      401,
      'IncorrectSecondFactor',
    ]);
  });

  test('whose answer got lost is answered alike when the request is sent again, also after a kill between log and table', async () => {
    const person = await signedInPerson();
    const { body: options } = await ask(person, 'POST', '/passkeys/options');
    const [body, headers] = [
      { name: 'Key', response: new SoftwareAuthenticator(origin).create(options) },
      { 'idempotency-key': uuidv7() },
    ];
    const first = await ask(person, 'POST', '/passkeys', body, headers);
    expect((await ask(person, 'POST', '/passkeys', body, headers)).body).toEqual(first.body);
    await admin.query('delete from passkeys where user_guid = $1', [person.userGuid]);
    expect((await ask(person, 'POST', '/passkeys', body, headers)).body).toMatchObject({
      guid: first.body.guid,
      recoveryCodes: first.body.recoveryCodes,
    });
    expect((await eventsOf(person)).filter(({ type }) => type === 'SecondFactorAdded')).toHaveLength(1);
  });

  test('that is removed signs no more; the others do. There are ten at most', async () => {
    const person = await signedInPerson();
    const [lost, remaining] = [await withPasskey(person), await withPasskey(person)];
    expect(remaining.recoveryCodes).toBeNull();
    for (let time = 0; time < 2; time++)
      expect((await ask(person, 'DELETE', `/passkeys/${lost.guid}`)).status).toBe(204);
    const { challengeToken, passkeyOptions } = await challenged(person);
    expect(refusal(await answer(challengeToken, { passkey: lost.device.sign(passkeyOptions) }))).toEqual([
      401,
      'IncorrectSecondFactor',
    ]);
    expect((await answer(challengeToken, { passkey: remaining.device.sign(passkeyOptions) })).status).toBe(200);
    for (let count = 1; count < 10; count++) await withPasskey(person);
    expect(refusal(await ask(person, 'POST', '/passkeys/options'))).toEqual([409, 'LimitReached']);
  });
});

describe('recovery codes', () => {
  test('work once each, however they are typed, and not for anybody else', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson('Otto Bay')];
    const [
      {
        recoveryCodes: [first, second],
      },
    ] = [await withApp(person), await withApp(other)];
    const signedIn = await signInWith(person, { recoveryCode: ` ${first!.toUpperCase().replaceAll('-', ' ')} ` });
    expect(signedIn.status).toBe(200);
    expect(await sessionMethod(signedIn.body.jwt)).toBe('RECOVERY_CODE');
    expect(refusal(await signInWith(person, { recoveryCode: first }))).toEqual([401, 'IncorrectSecondFactor']);
    expect(refusal(await signInWith(other, { recoveryCode: second }))).toEqual([401, 'IncorrectSecondFactor']);
    expect((await ask(person, 'GET', '/second-factors')).body.recoveryCodesLeft).toBe(9);
    const challenges = await Promise.all(Array.from({ length: 6 }, () => challenged(person)));
    expect(
      (await Promise.all(challenges.map(({ challengeToken }) => answer(challengeToken, { recoveryCode: second }))))
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('are replaced: the previous ones are no longer valid', async () => {
    const person = await signedInPerson();
    const before = await withApp(person);
    const headers = { 'idempotency-key': uuidv7() };
    const made = await ask(person, 'POST', '/recovery-codes', undefined, headers);
    expect([made.status, new Set([...made.body.recoveryCodes, ...before.recoveryCodes]).size]).toEqual([201, 20]);
    expect((await ask(person, 'POST', '/recovery-codes', undefined, headers)).body).toEqual(made.body);
    expect(refusal(await signInWith(person, { recoveryCode: before.recoveryCodes[3] }))).toEqual([
      401,
      'IncorrectSecondFactor',
    ]);
    expect((await signInWith(person, { recoveryCode: made.body.recoveryCodes[3] })).status).toBe(200);
    await ask(person, 'POST', '/recovery-codes');
    // The set of the first answer is no longer the active one: there is nothing to show.
    expect((await ask(person, 'POST', '/recovery-codes', undefined, headers)).body.recoveryCodes).toEqual([]);
  });

  test('are offered while there are some, and are no factor by themselves', async () => {
    const person = await signedInPerson();
    const { recoveryCodes } = await withApp(person);
    for (const recoveryCode of recoveryCodes) expect((await signInWith(person, { recoveryCode })).status).toBe(200);
    expect((await challenged(person)).methods).toEqual(['TOTP']);
    expect(refusal(await ask(await signedInPerson('Otto Bay'), 'POST', '/recovery-codes'))).toEqual([
      400,
      'MissingRelatedEntity',
    ]);
  });
});

describeSecondStep();

describe('what is refused', () => {
  const { id, rawId, type, response } = new SoftwareAuthenticator('http://localhost').sign({
    challenge: 'x',
    rpId: 'localhost',
  });
  const passkey = { id, rawId, type, response };
  const token = 'A'.repeat(43);
  test.each<[string, string, string, () => unknown, number, ErrorClass, string | null]>([
    [
      'a challenge that never was',
      'POST',
      '/auth/second-factor',
      () => ({ challengeToken: token, totp: '123456' }),
      401,
      'IncorrectSecondFactor',
      null,
    ],
    [
      'a challenge without an answer',
      'POST',
      '/auth/second-factor',
      () => ({ challengeToken: token }),
      400,
      'MalformedRequest',
      'totp',
    ],
    [
      'two answers at once',
      'POST',
      '/auth/second-factor',
      () => ({ challengeToken: token, totp: '123456', recoveryCode: 'x' }),
      400,
      'MalformedRequest',
      'totp',
    ],
    [
      'an answer without a challenge',
      'POST',
      '/auth/second-factor',
      () => ({ totp: '123456' }),
      400,
      'MalformedRequest',
      'challengeToken',
    ],
    [
      'a code that is a number',
      'POST',
      '/auth/second-factor',
      () => ({ challengeToken: token, totp: 123456 }),
      400,
      'MalformedRequest',
      'totp',
    ],
    [
      'a signature that is none',
      'POST',
      '/auth/second-factor',
      () => ({ challengeToken: token, passkey: { ...passkey, response: { ...response, signature: '%' } } }),
      400,
      'MalformedRequest',
      'passkey.response.signature',
    ],
    [
      'a passkey of another kind',
      'POST',
      '/auth/second-factor',
      () => ({ challengeToken: token, passkey: { ...passkey, type: 'password' } }),
      400,
      'MalformedRequest',
      'passkey.type',
    ],
    [
      'a code without a secret',
      'POST',
      'U/totp/confirm',
      () => ({ code: '123456' }),
      401,
      'IncorrectSecondFactor',
      null,
    ],
    ['no code', 'POST', 'U/totp/confirm', () => ({}), 400, 'MalformedRequest', 'code'],
    [
      'a passkey that was not asked for',
      'POST',
      'U/passkeys',
      () => ({
        name: 'Key',
        response: new SoftwareAuthenticator(origin).create({ challenge: 'x', rp: { id: 'localhost' } }),
      }),
      401,
      'IncorrectSecondFactor',
      null,
    ],
    [
      'a passkey without a name',
      'POST',
      'U/passkeys',
      () => ({
        name: ' ',
        response: new SoftwareAuthenticator(origin).create({ challenge: 'x', rp: { id: 'localhost' } }),
      }),
      400,
      'MalformedName',
      'name',
    ],
    [
      'a passkey with a name of two lines',
      'POST',
      'U/passkeys',
      () => ({
        name: 'a\nb',
        response: new SoftwareAuthenticator(origin).create({ challenge: 'x', rp: { id: 'localhost' } }),
      }),
      400,
      'MalformedName',
      'name',
    ],
    [
      'codes for whom there is no factor',
      'POST',
      'U/recovery-codes',
      () => undefined,
      400,
      'MissingRelatedEntity',
      'secondFactors',
    ],
    ['a passkey by no guid', 'DELETE', 'U/passkeys/north', () => undefined, 400, 'MalformedRequest', 'guid'],
  ])('%s', async (_, method, path, body, status, className, field) => {
    const person = await signedInPerson();
    const answered = await app.call(method, path.replace(/^U/, `/users/${person.userGuid}`), {
      token: person.token,
      body: body(),
    });
    expect(answered).toMatchObject({ status, body: { status, className, detail: textOf(className) } });
    if (field) expect(answered.body.fieldErrors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(answered.headers.get('www-authenticate')).toBeNull();
    expect((await app.call('GET', '/startup', { token: person.token })).status).toBe(200);
  });

  test.each<[string, string, unknown]>([
    ['GET', '/second-factors', undefined],
    ['POST', '/totp', undefined],
    ['POST', '/totp/confirm', { code: '123456' }],
    ['DELETE', '/totp', undefined],
    ['POST', '/passkeys/options', undefined],
    ['DELETE', `/passkeys/${uuidv7()}`, undefined],
    ['POST', '/recovery-codes', undefined],
  ])('%s of another’s %s', async (method, path, body) => {
    const [person, other] = [await signedInPerson(), await signedInPerson('Otto Bay')];
    for (const userGuid of [other.userGuid, uuidv7()])
      expect(refusal(await app.call(method, `/users/${userGuid}${path}`, { token: person.token, body }))).toEqual([
        404,
        'UsernameDoesNotExist',
      ]);
  });
});

test('a recovery code, a secret, a key and the name of a passkey are never in plain text: neither in the log nor in a table', async () => {
  const person = await signedInPerson();
  const { secret, recoveryCodes } = await withApp(person);
  const { device } = await withPasskey(person, undefined, 'Noras private phone');
  const challenge = await challenged(person);
  const tables = ['totp_secrets', 'passkeys', 'passkey_requests', 'recovery_codes', 'sign_in_challenges', 'events'];
  let dump = '';
  for (const table of tables)
    dump += (await admin.query(`select string_agg(to_jsonb(t)::text, ' ') as text from ${table} t`)).rows[0].text;
  expect(dump).toContain(person.userGuid);
  const inHex = (text: string) => Buffer.from(text).toString('hex');
  const forms = [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    'Noras private phone',
    device.id.toString('base64url'),
    challenge.challengeToken,
    challenge.passkeyOptions.challenge,
    person.emailAddress,
  ];
  for (const form of forms) for (const written of [form, inHex(form)]) expect(dump).not.toContain(written);
  expect(dump).not.toContain(device.id.toString('hex'));
});
