import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { caseFile } from '../../../test/attachments/position-corpus.ts';
import {
  TEST_PASSWORD,
  TestApplication,
  type Answer,
  type Call,
  type TestPerson,
} from '../../../test/test-application.ts';

type Signed = TestPerson & { readonly token: string };

let app: TestApplication;
let admin: pg.Client;
let nora: Signed;
let other: Signed;
let verifications: ReturnType<typeof MailedLinks.ofVerifications>;

beforeAll(async () => {
  app = await TestApplication.start({
    addressLimits: { signUpsAnHour: 10_000, mailsAndTokensAnHour: 10_000, authMethodsAMinute: 10_000 },
  });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  verifications = MailedLinks.ofVerifications(Buffer.from(app.options.sealingKey, 'base64'));
  other = await someone('Otto Berg');
});
beforeEach(async () => void (nora = await someone()));
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

const someone = async (name = 'Nora Reef'): Promise<Signed> => {
  const person = await app.register(name);
  return { ...person, token: await app.signIn(person) };
};
const fresh = () => `${uuidv7()}@example.test`;
const refusal = ({ status, body }: Answer) => [
  status,
  body.className,
  ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
];
const call = (method: string, path: string, body?: unknown, { token = nora.token, headers }: Call = {}) =>
  app.call(method, path, { token, ...(body !== undefined && { body }), ...(headers && { headers }) });
const of = (person: Signed, path = '') => `/users/${person.userGuid}${path}`;
const me = async (person = nora) => (await call('GET', of(person), undefined, person)).body;
const addressOf = (person: Signed, address: string) => of(person, `/email-addresses/${encodeURIComponent(address)}`);
const signIn = (identifier: string, password = TEST_PASSWORD) =>
  app.call('POST', '/auth', { body: { identifier, password } });
const eventsOf = async ({ userGuid }: TestPerson) => {
  const loaded = await app.api.application.store.load(INSTALLATION_TENANT, { kind: 'user', guid: userGuid });
  return loaded.events.map(({ type }) => type).slice(2);
};
const newestToken = async () =>
  verifications.tokenOf(
    (await admin.query<{ guid: string }>('select guid from email_verifications order by asked_at desc limit 1'))
      .rows[0]!.guid,
  );
const verify = (token: string, person?: { readonly token: string }) =>
  app.call('PUT', '/email-verification', {
    body: { verificationToken: token },
    ...(person && { token: person.token }),
  });

/** Adds an address; returns the token of its mail. */
async function add(emailAddress: string, person = nora): Promise<string> {
  expect(await call('POST', of(person, '/email-addresses'), { emailAddress }, person)).toMatchObject({
    status: 202,
    body: {},
  });
  return newestToken();
}
async function addVerified(emailAddress = fresh(), person = nora): Promise<string> {
  expect(await verify(await add(emailAddress, person), person)).toMatchObject({ status: 200, body: { emailAddress } });
  return emailAddress;
}

describe('one’s own account', () => {
  test('is shown completely, by guid, address or username', async () => {
    expect(await me()).toEqual({
      guid: nora.userGuid,
      name: 'Nora Reef',
      username: null,
      primaryEmailAddress: nora.emailAddress,
      globalAdmin: false,
      userPermissions: { managePassword: true, managePersonalInformation: true, manageProfilePhoto: true },
      photo: null,
      isUsingDefaultImage: true,
      emailAddresses: [{ emailAddress: nora.emailAddress, isPrimary: true, isVerified: true }],
      organizationMemberships: [],
      onboardingStatus: 'NEW_USER',
    });
    expect((await call('PATCH', of(nora), { username: `nora-${nora.userGuid.slice(-6)}` })).status).toBe(200);
    const second = await addVerified();
    for (const identifier of [
      nora.userGuid.toUpperCase(),
      nora.emailAddress.toUpperCase(),
      second,
      `Nora-${nora.userGuid.slice(-6)}`,
    ])
      expect(await call('GET', `/users/${encodeURIComponent(identifier)}`)).toMatchObject({
        status: 200,
        body: { guid: nora.userGuid },
      });
  });

  test('says where one belongs', async () => {
    const org = await app.found('Quay Works');
    await app.join(org, nora, 'admin');
    expect(await me()).toMatchObject({
      organizationMemberships: [{ organizationGuid: org, organizationName: 'Quay Works', isAdmin: true }],
      onboardingStatus: 'ONBOARDED',
    });
  });

  test('of another person is answered like one that does not exist', async () => {
    const found = await Promise.all(
      [other.userGuid, other.emailAddress, uuidv7(), 'nobody-at-all'].map((identifier) =>
        call('GET', `/users/${encodeURIComponent(identifier)}`),
      ),
    );
    for (const answer of found)
      expect(answer).toMatchObject({ status: 404, body: { className: 'UsernameDoesNotExist' } });
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    for (const person of [other, { ...other, userGuid: uuidv7() }]) {
      expect(refusal(await call('PATCH', of(person), { name: 'Taken Over' }))).toEqual([404, 'UsernameDoesNotExist']);
      expect(refusal(await call('GET', of(person, '/email-addresses')))).toEqual([404, 'UsernameDoesNotExist']);
      expect(refusal(await call('POST', of(person, '/email-addresses'), { emailAddress: fresh() }))).toEqual([
        404,
        'UsernameDoesNotExist',
      ]);
      expect(refusal(await call('PATCH', addressOf(person, other.emailAddress), { isPrimary: true }))).toEqual([
        404,
        'UsernameDoesNotExist',
      ]);
      expect(refusal(await call('DELETE', addressOf(person, other.emailAddress)))).toEqual([
        404,
        'UsernameDoesNotExist',
      ]);
      expect(refusal(await call('PUT', of(person, '/photo'), picture))).toEqual([404, 'UsernameDoesNotExist']);
      expect(refusal(await call('DELETE', of(person, '/photo')))).toEqual([404, 'UsernameDoesNotExist']);
    }
    expect(await me(other)).toMatchObject({ name: 'Otto Berg' });
  });
});

describe('name and username', () => {
  test('are changed together or alone; the same again writes nothing, and the same key is answered once', async () => {
    const key = uuidv7();
    const username = `Nora-${nora.userGuid.slice(-8)}`;
    const change = () =>
      call(
        'PATCH',
        of(nora),
        { name: '  Nora Keel ', username },
        { token: nora.token, headers: { 'idempotency-key': key } },
      );
    expect(await change()).toMatchObject({ status: 200, body: { name: 'Nora Keel', username } });
    expect(await change()).toMatchObject({ status: 200, body: { name: 'Nora Keel', username } });
    expect((await call('PATCH', of(nora), { name: 'Nora Keel' })).status).toBe(200);
    expect((await call('PATCH', of(nora), {})).status).toBe(200);
    expect(await eventsOf(nora)).toEqual(['UserRenamed', 'UsernameChanged']);
    expect((await call('GET', '/startup')).body.user).toMatchObject({ name: 'Nora Keel' });
  });

  test('a username is one person’s, in any case, until they take another', async () => {
    const username = `quay-${nora.userGuid.slice(-8)}`;
    expect((await call('PATCH', of(nora), { username })).status).toBe(200);
    expect(refusal(await call('PATCH', of(other), { username: username.toUpperCase() }, other))).toEqual([
      409,
      'DuplicateUsername',
    ]);
    expect((await call('PATCH', of(nora), { username: username.toUpperCase() })).body.username).toBe(
      username.toUpperCase(),
    );
    expect((await call('PATCH', of(nora), { username: `${username}-2` })).status).toBe(200);
    expect((await call('PATCH', of(other), { username }, other)).status).toBe(200);
  });

  test('signing in is by username too', async () => {
    const username = `Sign-In-${nora.userGuid.slice(-6)}`;
    await call('PATCH', of(nora), { username });
    expect((await signIn(username.toLowerCase())).status).toBe(200);
    expect(refusal(await signIn(username, 'not-the-password'))).toEqual([401, 'IncorrectPassword']);
  });

  test('a password may not contain the current name', async () => {
    await call('PATCH', of(nora), { name: 'Zenobia Reef' });
    expect(
      refusal(
        await call('POST', of(nora, '/password'), { currentPassword: TEST_PASSWORD, newPassword: 'my-zenobia-77' }),
      ),
    ).toEqual([400, 'MalformedPassword', 'newPassword']);
    expect(
      (await call('POST', of(nora, '/password'), { currentPassword: TEST_PASSWORD, newPassword: 'was-nora-77-once' }))
        .status,
    ).toBe(204);
  });

  test.each<[string, object, (string | number)[]]>([
    ['no name', { name: ' ' }, [400, 'MalformedName', 'name']],
    ['a name without a letter', { name: '4711' }, [400, 'MalformedName', 'name']],
    ['a name of two lines', { name: 'Nora\r\nBcc: x' }, [400, 'MalformedName', 'name']],
    ['a name with a control character', { name: 'Nora\u0007' }, [400, 'MalformedName', 'name']],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, [400, 'MalformedName', 'name']],
    ['a username of 5 characters', { username: 'noraK' }, [400, 'MalformedUsername', 'username']],
    ['a username of 41 characters', { username: 'n'.repeat(41) }, [400, 'MalformedUsername', 'username']],
    ['a username with two hyphens in a row', { username: 'nora--keel' }, [400, 'MalformedUsername', 'username']],
    ['a username that ends with one', { username: 'nora-keel-' }, [400, 'MalformedUsername', 'username']],
    ['an address as username', { username: 'nora@example.test' }, [400, 'MalformedUsername', 'username']],
    ['the username of who was erased', { username: 'Erased' }, [400, 'MalformedUsername', 'username']],
    ['what nobody knows', { isAdmin: true }, [400, 'MalformedRequest', 'isAdmin']],
  ])('are refused with %s', async (_, body, expected) => {
    expect(refusal(await call('PATCH', of(nora), body))).toEqual(expected);
  });
});

describe('a further address', () => {
  test('pends until its link is opened where one is signed in; then it signs in, and can be the primary one', async () => {
    const emailAddress = fresh();
    const token = await add(emailAddress);
    expect((await call('GET', of(nora, '/email-addresses'))).body).toEqual({
      totalCount: 2,
      items: [
        { emailAddress: nora.emailAddress, isPrimary: true, isVerified: true },
        { emailAddress, isPrimary: false, isVerified: false },
      ],
    });
    expect(refusal(await call('PATCH', addressOf(nora, emailAddress), { isPrimary: true }))).toEqual([
      409,
      'UnverifiedEmailAddressCannotBePrimary',
    ]);
    expect(refusal(await signIn(emailAddress))).toEqual([401, 'IncorrectPassword']);
    expect(refusal(await verify(token))).toEqual([401, 'NoToken']);
    expect(refusal(await verify(token, other))).toEqual([401, 'NoToken']);
    expect(await verify(token, nora)).toMatchObject({ status: 200, body: { emailAddress } });
    expect(refusal(await verify(token, nora))).toEqual([404, 'EmailAddressVerificationNotFound']);
    expect((await signIn(emailAddress.toUpperCase())).status).toBe(200);
    expect(await call('PATCH', addressOf(nora, emailAddress.toUpperCase()), { isPrimary: true })).toMatchObject({
      status: 200,
      body: { emailAddress, isPrimary: true, isVerified: true },
    });
    expect(await me()).toMatchObject({
      primaryEmailAddress: emailAddress,
      emailAddresses: [
        { emailAddress, isPrimary: true },
        { emailAddress: nora.emailAddress, isPrimary: false, isVerified: true },
      ],
    });
    expect(refusal(await call('DELETE', addressOf(nora, emailAddress)))).toEqual([
      409,
      'PrimaryEmailAddressCannotBeRemoved',
    ]);
    expect((await call('DELETE', addressOf(nora, nora.emailAddress))).status).toBe(204);
    expect(refusal(await signIn(nora.emailAddress))).toEqual([401, 'IncorrectPassword']);
    expect(await eventsOf(nora)).toEqual(['EmailAddressAdded', 'PrimaryEmailAddressChanged', 'EmailAddressRemoved']);
  });

  test('that was removed is free for others', async () => {
    const emailAddress = await addVerified();
    expect((await call('DELETE', addressOf(nora, emailAddress))).status).toBe(204);
    await addVerified(emailAddress, other);
  });

  test('can be taken back while it pends, and its link is of no use then', async () => {
    const emailAddress = fresh();
    const token = await add(emailAddress);
    expect((await call('DELETE', addressOf(nora, emailAddress))).status).toBe(204);
    expect(refusal(await call('DELETE', addressOf(nora, emailAddress)))).toEqual([404, 'EmailAddressNotFound']);
    expect(refusal(await verify(token, nora))).toEqual([404, 'EmailAddressVerificationNotFound']);
    expect(await eventsOf(nora)).toEqual([]);
  });

  test('has another mail sent by the same request as a sign-up’s', async () => {
    const emailAddress = fresh();
    await add(emailAddress);
    expect(await app.call('PUT', `/users/${emailAddress}/resend-verification`, { body: {} })).toMatchObject({
      status: 202,
      body: {},
    });
    expect((await verify(await newestToken(), nora)).status).toBe(200);
  });

  test('of several for whom it pends, signed up or added, the first who verifies it has it', async () => {
    const emailAddress = fresh();
    const [own, others] = [await add(emailAddress), await add(emailAddress, other)];
    const signedUp = await app.call('POST', '/onboarding', {
      body: { name: 'Stan Gill', emailAddress, password: 'quay-lantern-83' },
    });
    const [cookie, third] = [signedUp.headers.getSetCookie()[0]!.split(';', 1)[0]!, await newestToken()];
    expect((await verify(others, other)).status).toBe(200);
    expect(refusal(await verify(own, nora))).toEqual([409, 'DuplicateEmailAddress']);
    expect(
      refusal(
        await app.call('PUT', '/email-verification', { body: { verificationToken: third }, headers: { cookie } }),
      ),
    ).toEqual([409, 'DuplicateEmailAddress']);
    expect((await call('DELETE', addressOf(other, emailAddress), undefined, other)).status).toBe(204);
  });

  test('that another account has is accepted like any other, without revealing it', async () => {
    const taken = await call('POST', of(nora, '/email-addresses'), { emailAddress: other.emailAddress });
    expect(taken).toMatchObject({ status: 202, body: {} });
    expect(refusal(await verify(await newestToken(), nora))).toEqual([409, 'DuplicateEmailAddress']);
    expect((await me(other)).emailAddresses).toContainEqual({
      emailAddress: other.emailAddress,
      isPrimary: true,
      isVerified: true,
    });
  });

  test('is one’s own once: verified or pending, in any case; the same key is answered as it was', async () => {
    const emailAddress = fresh();
    const key = uuidv7();
    const adding = () =>
      call(
        'POST',
        of(nora, '/email-addresses'),
        { emailAddress },
        { token: nora.token, headers: { 'idempotency-key': key } },
      );
    expect([(await adding()).status, (await adding()).status]).toEqual([202, 202]);
    for (const own of [emailAddress.toUpperCase(), nora.emailAddress.toUpperCase()])
      expect(refusal(await call('POST', of(nora, '/email-addresses'), { emailAddress: own }))).toEqual([
        409,
        'DuplicateEmailAddress',
        'emailAddress',
      ]);
  });

  test('there are ten at most, pending ones among them, also of many that come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => call('POST', of(nora, '/email-addresses'), { emailAddress: fresh() })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(9);
    for (const answer of answers.filter(({ status }) => status !== 202))
      expect(refusal(answer)).toEqual([409, 'LimitReached', 'emailAddress']);
  });

  test('pends for 30 days, and its link holds for 24 hours', async () => {
    const [day, month] = [fresh(), fresh()];
    const tokens = [await add(day), await add(month)];
    await admin.query("update email_verifications set asked_at = asked_at - interval '24 hours' where guid = $1", [
      (verifications.read(tokens[0]!) as { guid: string }).guid,
    ]);
    await admin.query(
      "update pending_addresses set added_at = added_at - interval '30 days' where user_guid = $1 and guid = (select guid from pending_addresses where user_guid = $1 order by added_at desc limit 1)",
      [nora.userGuid],
    );
    expect(refusal(await verify(tokens[0]!, nora))).toEqual([404, 'EmailAddressVerificationNotFound']);
    expect(refusal(await verify(tokens[1]!, nora))).toEqual([404, 'EmailAddressVerificationNotFound']);
    expect((await me()).emailAddresses.map(({ emailAddress }: { emailAddress: string }) => emailAddress)).toEqual([
      nora.emailAddress,
      day,
    ]);
    await add(month);
  });

  test('can be used to reset a forgotten password', async () => {
    const emailAddress = await addVerified();
    expect((await app.call('PUT', `/users/${emailAddress}/password-reset-request`)).status).toBe(202);
    const { rows } = await admin.query<{ guid: string }>(
      'select guid from password_resets order by asked_at desc limit 1',
    );
    const resetToken = MailedLinks.ofResets(Buffer.from(app.options.sealingKey, 'base64')).tokenOf(rows[0]!.guid);
    expect(
      (await app.call('POST', '/password-reset', { body: { resetToken, newPassword: 'another-lantern-84' } })).status,
    ).toBe(204);
    expect((await signIn(nora.emailAddress, 'another-lantern-84')).status).toBe(200);
  });

  test.each<[string, string, string, unknown, (string | number)[]]>([
    ['is none', 'POST', '', { emailAddress: 'nora' }, [400, 'MalformedEmailAddress', 'emailAddress']],
    [
      'has a line break',
      'POST',
      '',
      { emailAddress: 'nora@example.test\nx@example.test' },
      [400, 'MalformedEmailAddress', 'emailAddress'],
    ],
    ['is not given', 'POST', '', {}, [400, 'MalformedEmailAddress', 'emailAddress']],
    ['is not theirs', 'PATCH', '/nobody%40example.test', { isPrimary: true }, [404, 'EmailAddressNotFound']],
    ['is not theirs', 'DELETE', '/nobody%40example.test', undefined, [404, 'EmailAddressNotFound']],
    ['is none', 'DELETE', '/nobody', undefined, [400, 'MalformedEmailAddress', 'emailAddress']],
    [
      'shall be primary no more',
      'PATCH',
      '/nobody%40example.test',
      { isPrimary: false },
      [400, 'MalformedRequest', 'isPrimary'],
    ],
    [
      'has 250 characters and is not theirs',
      'DELETE',
      `/${'n'.repeat(64)}%40${'example.'.repeat(22)}test`,
      undefined,
      [404, 'EmailAddressNotFound'],
    ],
  ])('that %s is refused (%s)', async (_, method, path, body, expected) => {
    expect(refusal(await call(method, of(nora, `/email-addresses${path}`), body))).toEqual(expected);
  });

  test('changing them demands a sign-in within 15 minutes, and reading them does not', async () => {
    await admin.query("update sessions set started_at = started_at - interval '16 minutes' where user_guid = $1", [
      nora.userGuid,
    ]);
    for (const [method, path, body] of [
      ['POST', of(nora, '/email-addresses'), { emailAddress: fresh() }],
      ['PATCH', addressOf(nora, nora.emailAddress), { isPrimary: true }],
      ['DELETE', addressOf(nora, nora.emailAddress), undefined],
    ] as const) {
      expect(refusal(await call(method, path, body))).toEqual([403, 'RecentSignInRequired']);
    }
    expect((await call('GET', of(nora, '/email-addresses'))).status).toBe(200);
    expect((await call('PATCH', of(nora), { name: 'Nora Keel' })).status).toBe(200);
  });

  test('is stored nowhere in plain text while it is pending', async () => {
    const emailAddress = `zebedee-${uuidv7()}@example.test`;
    await add(emailAddress);
    for (const table of ['pending_addresses', 'email_verifications', 'outbox']) {
      const { rows } = await admin.query<{ text: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
      );
      const plain = rows[0]!.text.replaceAll(/\\x([0-9a-f]+)/g, (_, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      expect([table, plain.length > 0, plain.includes('zebedee')]).toEqual([table, true, false]);
    }
  });
});

describe('a photo', () => {
  let png: Buffer;
  beforeAll(
    async () =>
      void (png = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#026281' } })
        .png()
        .toBuffer()),
  );
  const set = (body: unknown = png, more: Call = {}) => call('PUT', of(nora, '/photo'), body, more);
  const fetchPhoto = (path: string) => fetch(`${app.url}${path}`);

  test('may be a HEIC, as phones take it; one whose pixels are missing is refused', async () => {
    const heic = caseFile('libheif-exif.heic');
    const answer = await set(heic);
    expect(answer.status).toBe(200);
    const shown = Buffer.from(await (await fetchPhoto(answer.body.photo)).arrayBuffer());
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 512, height: 384 });
    expect(refusal(await set(heic.subarray(0, heic.indexOf('mdat') - 4)))).toEqual([
      400,
      'InvalidFileExtension',
      'body',
    ]);
  });

  test('is shown to anyone with its URL, as WebP of 512 pixels, cached for a year', async () => {
    const answer = await set();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        isUsingDefaultImage: false,
        photo: expect.stringMatching(new RegExp(`^/api/users/${nora.userGuid}/photo\\?v=[\\w-]{43}$`)),
      },
    });
    expect(await me()).toMatchObject(answer.body);
    const shown = await fetchPhoto(answer.body.photo);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 384,
    });
  });

  test('that replaces another has another address, and the one before shows nothing', async () => {
    const [first, second] = [(await set()).body.photo as string, (await set()).body.photo as string];
    expect(second).not.toBe(first);
    expect([(await fetchPhoto(first)).status, (await fetchPhoto(second)).status]).toEqual([404, 200]);
    // The app bar shows the photo from the startup data alone.
    const inTheBar = async () => (await call('GET', '/startup')).body.user.photo;
    expect(await inTheBar()).toBe(second);
    expect((await call('DELETE', of(nora, '/photo'))).status).toBe(204);
    expect((await fetchPhoto(second)).status).toBe(404);
    expect(refusal(await call('DELETE', of(nora, '/photo')))).toEqual([404, 'ProfilePhotoNotFound']);
    expect(await me()).toMatchObject({ photo: null, isUsingDefaultImage: true });
    expect(await inTheBar()).toBeNull();
    expect(await eventsOf(nora)).toEqual(['ProfilePhotoChanged', 'ProfilePhotoChanged', 'ProfilePhotoRemoved']);
  });

  test('a repeated request brings back none that another has replaced since', async () => {
    const headers = { 'idempotency-key': uuidv7() };
    const first = await set(png, { headers });
    expect((await set(png, { headers })).status).toBe(200);
    const second = (await set()).body.photo as string;
    expect((await set(png, { headers })).body.photo).toBe(second);
    expect((await fetchPhoto(second)).status).toBe(200);
    expect(first.body.photo).not.toBe(second);
    expect(refusal(await set(Buffer.concat([png, Buffer.from('x')]), { headers }))).toEqual([
      422,
      'IdempotencyKeyReused',
    ]);
    expect(await eventsOf(nora)).toEqual(['ProfilePhotoChanged', 'ProfilePhotoChanged']);
  });

  test('is found by no address but its own', async () => {
    const { photo } = (await set()).body as { photo: string };
    const v = photo.split('=')[1]!;
    for (const [person, asked] of [
      [nora, 'x'],
      [nora, `${v}x`],
      [other, v],
      [{ ...nora, userGuid: uuidv7() }, v],
    ] as const) {
      expect(refusal(await app.call('GET', of(person, `/photo?v=${asked}`)))).toEqual([404, 'ProfilePhotoNotFound']);
    }
    expect(refusal(await app.call('GET', of(nora, '/photo')))).toEqual([400, 'MalformedRequest', 'v']);
  });

  test('is stored sealed', async () => {
    await set();
    const { rows } = await admin.query<{ sealed: Buffer }>(
      "select sealed from pictures where kind = 'PROFILE_PHOTO' and owner_guid = $1",
      [nora.userGuid],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.sealed.includes('WEBP')).toBe(false);
  });

  test.each<[string, () => unknown, Record<string, string>, (string | number)[]]>([
    ['nothing', () => Buffer.alloc(0), {}, [400, 'InvalidFileExtension', 'body']],
    [
      'a drawing',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      { 'content-type': 'image/svg+xml' },
      [400, 'InvalidFileExtension', 'body'],
    ],
    [
      'a document',
      () => Buffer.from('%PDF-1.7'),
      { 'content-type': 'application/pdf' },
      [400, 'InvalidFileExtension', 'body'],
    ],
    ['JSON', () => ({ image: 'x' }), {}, [400, 'InvalidFileExtension', 'body']],
    [
      'more than 5 MB',
      () => Buffer.alloc(5 * 2 ** 20 + 1),
      { 'content-type': 'image/png' },
      [400, 'AttachmentTooLarge', 'body'],
    ],
    ['more than 5 MB of JSON', () => 'x'.repeat(5 * 2 ** 20 + 1), {}, [400, 'AttachmentTooLarge', 'body']],
    [
      'a compressed body',
      () => png,
      { 'content-encoding': 'gzip', 'content-type': 'image/png' },
      [415, 'UnsupportedMediaType'],
    ],
  ])('that is %s is refused', async (_, body, headers, expected) => {
    expect(refusal(await set(body(), { headers }))).toEqual(expected);
    expect(await eventsOf(nora)).toEqual([]);
  });

  test('is all that is sent as bytes: other routes take none', async () => {
    expect(refusal(await call('PATCH', of(nora), png, { headers: { 'content-type': 'image/png' } }))).toEqual([
      415,
      'UnsupportedMediaType',
    ]);
    expect(
      refusal(await call('PATCH', of(nora), png, { headers: { 'content-type': 'application/octet-stream' } })),
    ).toEqual([415, 'UnsupportedMediaType']);
  });
});

test('changes of personal data are sealed in the log', async () => {
  await call('PATCH', of(nora), { name: 'Zebedee Marlinspike', username: `marlinspike-${nora.userGuid.slice(-6)}` });
  await addVerified(`marlinspike-${uuidv7()}@example.test`);
  const { rows } = await admin.query<{ text: string }>("select string_agg(e::text, ' ') as text from events e");
  expect(rows[0]!.text).toContain('UserRenamed');
  expect(rows[0]!.text).not.toMatch(/zebedee|marlinspike/i);
});
