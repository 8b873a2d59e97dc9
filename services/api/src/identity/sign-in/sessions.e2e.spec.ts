import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';
import { startApi } from '../../main.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const NEXT = 'quay-lantern-83';
let app: TestApplication;
let admin: pg.Client;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

interface SignedIn extends TestPerson {
  readonly token: string;
  readonly sessionGuid: string;
  readonly cookie: string;
}

const cookieIn = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0]!)
    .find((cookie) => cookie.startsWith('plimsoll-refresh='))!;
const sessionOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid;

/** Signs in again, as a browser. */
async function signIn(
  person: TestPerson,
  headers: Record<string, string> = {},
  password = TEST_PASSWORD,
): Promise<SignedIn> {
  const answer = await app.call('POST', '/auth', { body: { identifier: person.emailAddress, password }, headers });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return {
    userGuid: person.userGuid,
    name: person.name,
    emailAddress: person.emailAddress,
    token: answer.body.jwt,
    sessionGuid: sessionOf(answer.body.jwt),
    cookie: cookieIn(answer),
  };
}
const signedInPerson = async (): Promise<SignedIn> =>
  signIn(await app.register('Nora Reef'), { 'user-agent': FIREFOX });
const sessionsOf = ({ userGuid, token }: SignedIn) => app.call('GET', `/users/${userGuid}/sessions`, { token });
const isIn = async ({ token }: SignedIn): Promise<boolean> =>
  (await app.call('GET', '/startup', { token })).status === 200;
const change = (
  { userGuid, token }: SignedIn,
  currentPassword: string,
  newPassword = NEXT,
  headers: Record<string, string> = {},
) => app.call('POST', `/users/${userGuid}/password`, { token, body: { currentPassword, newPassword }, headers });
const refusal = ({ status, body }: Answer) => [
  status,
  body.className,
  ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
];

describe('the list of sessions', () => {
  test('has browsers by name, the current one first; no address is stored', async () => {
    const laptop = await signedInPerson();
    const phone = await signIn(laptop, { 'user-agent': SAFARI });
    const program = await signIn(laptop, { 'user-agent': 'a name that somebody made up/1.0' });
    const { body } = await sessionsOf(laptop);
    expect(body).toEqual({
      totalCount: 3,
      items: [
        {
          sessionGuid: laptop.sessionGuid,
          device: 'Firefox on Windows',
          method: 'PASSWORD',
          isCurrent: true,
          startedAt: expect.stringMatching(/Z$/),
          lastSeenAt: expect.stringMatching(/Z$/),
        },
        {
          sessionGuid: program.sessionGuid,
          device: null,
          method: 'PASSWORD',
          isCurrent: false,
          startedAt: expect.any(String),
          lastSeenAt: expect.any(String),
        },
        {
          sessionGuid: phone.sessionGuid,
          device: 'Safari on iOS',
          method: 'PASSWORD',
          isCurrent: false,
          startedAt: expect.any(String),
          lastSeenAt: expect.any(String),
        },
      ],
    });
    const { rows } = await admin.query('select to_jsonb(s)::text as row from sessions s where user_guid = $1', [
      laptop.userGuid,
    ]);
    expect(rows.map(({ row }) => row).join()).not.toMatch(/127\.0\.0\.1|::1|Mozilla/);
  });

  test('says when a browser was last seen: when it had its newest token', async () => {
    const person = await signedInPerson();
    await admin.query("update sessions set started_at = started_at - interval '1 day' where session_guid = $1", [
      person.sessionGuid,
    ]);
    await admin.query("update refresh_tokens set issued_at = issued_at - interval '1 day' where session_guid = $1", [
      person.sessionGuid,
    ]);
    const before = (await sessionsOf(person)).body.items[0];
    expect(before.lastSeenAt).toBe(before.startedAt.slice(0, 17) + before.lastSeenAt.slice(17));
    await app.call('POST', '/auth/refresh', {
      headers: { cookie: person.cookie, origin: `http://localhost:${app.api.port}` },
    });
    const after = (await sessionsOf(person)).body.items[0];
    expect(after.startedAt).toBe(before.startedAt);
    expect(Date.now() - Date.parse(after.lastSeenAt)).toBeLessThan(10_000);
  });

  test('has a browser once: signing in again there ends the session before', async () => {
    const first = await signedInPerson();
    const again = await signIn(first, { 'user-agent': FIREFOX, cookie: first.cookie });
    expect((await sessionsOf(again)).body.items.map(({ sessionGuid }: { sessionGuid: string }) => sessionGuid)).toEqual(
      [again.sessionGuid],
    );
    const other = await signIn(await app.register('Otto Bay'), { cookie: again.cookie });
    expect([await isIn(again), await isIn(other)]).toEqual([true, true]);
  });

  test('has none that are over', async () => {
    const person = await signedInPerson();
    const [expired, idle] = [await signIn(person), await signIn(person)];
    await admin.query('update sessions set expires_at = clock_timestamp() where session_guid = $1', [
      expired.sessionGuid,
    ]);
    await admin.query('update refresh_tokens set expires_at = clock_timestamp() where session_guid = $1', [
      idle.sessionGuid,
    ]);
    expect((await sessionsOf(person)).body.totalCount).toBe(1);
  });
});

describe('signing out elsewhere', () => {
  test('everywhere else takes less than a second, also in a process that has just seen the others', async () => {
    const person = await signedInPerson();
    const others = await Promise.all(Array.from({ length: 5 }, () => signIn(person)));
    const apart = await startApi({ ...app.options, projector: false });
    const areInApart = () =>
      Promise.all(
        others.map(
          async ({ token }) =>
            (await fetch(`${apart.address}/api/device-key`, { headers: { authorization: `Bearer ${token}` } }))
              .status === 200,
        ),
      );
    try {
      expect(await areInApart()).toEqual(others.map(() => true));
      const began = performance.now();
      expect(
        (await app.call('DELETE', `/users/${person.userGuid}/sessions?keepCurrent=true`, { token: person.token }))
          .status,
      ).toBe(204);
      expect(await Promise.all(others.map(isIn))).toEqual(others.map(() => false));
      while ((await areInApart()).includes(true) && performance.now() - began < 5_000) await sleep(20);
      const took = performance.now() - began;
      process.stdout.write(`out in another process after ${Math.round(took)} ms\n`);
      expect(took).toBeLessThan(1_000);
      expect(await isIn(person)).toBe(true);
    } finally {
      await apart.close();
    }
  });

  test('everywhere ends the one that asks too, and its cookie', async () => {
    const person = await signedInPerson();
    const answer = await app.call('DELETE', `/users/${person.userGuid}/sessions`, { token: person.token });
    expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
      204,
      expect.stringContaining('plimsoll-refresh=;'),
    ]);
    expect(await isIn(person)).toBe(false);
  });

  test('in one place leaves the others, and what is over or another’s as it is', async () => {
    const person = await signedInPerson();
    const [one, other] = [await signIn(person), await signIn(person)];
    const stranger = await signedInPerson();
    const end = (sessionGuid: string) =>
      app.call('DELETE', `/users/${person.userGuid}/sessions/${sessionGuid}`, { token: person.token });
    for (const guid of [one.sessionGuid, one.sessionGuid, stranger.sessionGuid, uuidv7()])
      expect((await end(guid)).status).toBe(204);
    expect(await Promise.all([one, other, stranger, person].map(isIn))).toEqual([false, true, true, true]);
  });
});

describe('a new password', () => {
  test('ends the other sessions and keeps the one that asks; the log has the fact', async () => {
    const person = await signedInPerson();
    const other = await signIn(person);
    const key = uuidv7();
    expect((await change(person, TEST_PASSWORD, NEXT, { 'idempotency-key': key })).status).toBe(204);
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    expect(
      (await app.call('POST', '/auth', { body: { identifier: person.emailAddress, password: TEST_PASSWORD } })).status,
    ).toBe(401);
    await signIn(person, {}, NEXT);
    // The same request again; its current password is outdated now.
    expect((await change(person, TEST_PASSWORD, NEXT, { 'idempotency-key': key })).status).toBe(204);
    const loaded = await app.api.application.store.load(INSTALLATION_TENANT, { kind: 'user', guid: person.userGuid });
    expect(loaded).toMatchObject({
      events: [
        { type: 'UserRegistered' },
        { type: 'PasswordChanged', metadata: { actor: { kind: 'SYSTEM' } } },
        { type: 'PasswordChanged', metadata: { actor: { userGuid: person.userGuid, kind: 'USER' } } },
      ],
    });
  });

  test('needs the current one: a wrong one is distinguished from an ended session, and changes nothing', async () => {
    const person = await signedInPerson();
    const answer = await change(person, 'not-the-password');
    expect(refusal(answer)).toEqual([401, 'IncorrectPassword', 'currentPassword']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(await isIn(person)).toBe(true);
    await signIn(person);
  });

  test('is tried twenty times in a session, and its owner signs in elsewhere all the same', async () => {
    const person = await signedInPerson();
    await change(person, 'not-the-password');
    await admin.query('update sign_in_failures set failures = 20 where failures = 1');
    expect(refusal(await change(person, TEST_PASSWORD))).toEqual([429, 'TooManyAttempts']);
    const elsewhere = await signIn(person);
    expect((await change(elsewhere, TEST_PASSWORD)).status).toBe(204);
  });

  test('of whom none is set is not changed', async () => {
    const person = await signedInPerson();
    await admin.query('delete from password_credentials where user_guid = $1', [person.userGuid]);
    expect(refusal(await change(person, TEST_PASSWORD))).toEqual([404, 'PasswordNotFound']);
  });

  test.each<[string, unknown, (string | number)[]]>([
    [
      'that is short',
      { currentPassword: TEST_PASSWORD, newPassword: 'seven77' },
      [400, 'MalformedPassword', 'newPassword'],
    ],
    [
      'among the commonest',
      { currentPassword: TEST_PASSWORD, newPassword: 'password1' },
      [400, 'MalformedPassword', 'newPassword'],
    ],
    [
      'with the own name',
      { currentPassword: TEST_PASSWORD, newPassword: 'xx-reef-nora' },
      [400, 'MalformedPassword', 'newPassword'],
    ],
    ['beside none', { newPassword: NEXT }, [400, 'MalformedPassword', 'currentPassword']],
    ['that is missing', { currentPassword: TEST_PASSWORD }, [400, 'MalformedPassword', 'newPassword']],
    [
      'with more than is known',
      { currentPassword: TEST_PASSWORD, newPassword: NEXT, userGuid: 'x' },
      [400, 'MalformedRequest', 'userGuid'],
    ],
  ])('%s is refused', async (_, body, expected) => {
    const person = await signedInPerson();
    expect(
      refusal(await app.call('POST', `/users/${person.userGuid}/password`, { token: person.token, body })),
    ).toEqual(expected);
  });
});

test.each<[string, string, unknown]>([
  ['GET', '/sessions', undefined],
  ['DELETE', '/sessions', undefined],
  ['DELETE', `/sessions/${uuidv7()}`, undefined],
  ['POST', '/password', { currentPassword: TEST_PASSWORD, newPassword: NEXT }],
])('%s of another’s %s answers as of nobody’s', async (method, path, body) => {
  const [person, other] = [await signedInPerson(), await signedInPerson()];
  const ask = (userGuid: string) => app.call(method, `/users/${userGuid}${path}`, { token: person.token, body });
  for (const guid of [other.userGuid, uuidv7()])
    expect(refusal(await ask(guid))).toEqual([404, 'UsernameDoesNotExist']);
  expect(await isIn(other)).toBe(true);
});

describe('a device key', () => {
  const ask = (token?: string) => app.call('GET', '/device-key', { token });

  test('belongs to a person: the same in every session, and different from others’', async () => {
    const org = await app.found();
    const [anna, ben] = [await app.member(org, 'standard', 'Anna Lund'), await app.member(org, 'standard', 'Ben Okri')];
    const asked = await Promise.all([1, 2, 3, 4].map(() => ask(anna.token)));
    const { key } = asked[0]!.body;
    expect(asked.map(({ status, body }) => [status, body])).toEqual(asked.map(() => [200, { key }]));
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(asked[0]!.headers.get('cache-control')).toBe('no-store');
    expect((await ask(ben.token)).body.key).not.toBe(key);
    expect((await ask(await app.signIn(anna))).body.key).toBe(key);
  });

  test('has a person of no organization as well, and nobody who is not signed in', async () => {
    const nobody = await app.register('No Organization');
    expect((await ask(await app.signIn(nobody))).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 401, body: { className: 'NoToken' } });
  });

  test('is wrapped in the database, for its person alone', async () => {
    const org = await app.found();
    const [anna, ben] = [await app.member(org, 'standard', 'Anna Two'), await app.member(org, 'standard', 'Ben Two')];
    const key = Buffer.from((await ask(anna.token)).body.key, 'base64');
    await ask(ben.token);
    const wrappedOf = async ({ userGuid }: { userGuid: string }): Promise<Buffer> =>
      (await admin.query('select wrapped from device_keys where user_guid = $1', [userGuid])).rows[0].wrapped;
    expect((await wrappedOf(anna)).includes(key)).toBe(false);
    await admin.query('update device_keys set wrapped = $2 where user_guid = $1', [
      ben.userGuid,
      await wrappedOf(anna),
    ]);
    expect((await ask(ben.token)).status).toBe(500);
  });
});
