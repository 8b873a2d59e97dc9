import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { codeOf } from '../../test/identity/authenticator-app.ts';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { GrantStaff } from './grant-staff.ts';
import { RevokeStaff } from './revoke-staff.ts';

type SignedInPerson = TestPerson & { readonly token: string };
let app: TestApplication;
let admins: pg.Client;
let org: string;
let admin: SignedInPerson;
let eventId: string;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  admins = new pg.Client({ connectionString: app.database.adminUrl });
  await admins.connect();
});
afterAll(async () => {
  await admins?.end();
  await app?.stop();
});
beforeEach(async () => {
  org = await app.found('Looked-at Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
  const reported = await call('POST', '/reported-events', admin.token, {
    formGuid: nearMissForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    regionGuid: albertaGuid,
    location: 'North quay',
    description: 'A sling slipped.',
    components,
  });
  expect(reported.status).toBe(201);
  eventId = reported.body.eventId;
});

const call = (
  method: string,
  path: string,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => app.call(method, path, { token, body, headers });
const refusal = ({ status, body }: Answer) => [
  status,
  body.className,
  ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
];
const change = async (Change: typeof GrantStaff, { userGuid }: TestPerson) => {
  const outcome = (await app.api.application.commands.execute(
    new Change(systemEnvelope({ tenant: INSTALLATION_TENANT }), userGuid),
  )) as Outcome;
  if (!isExecuted(outcome)) throw new Error(outcome.refused);
  return outcome;
};

/** A person who signed in with a second factor. */
async function secured(name = 'Sven Staff'): Promise<SignedInPerson> {
  const person = await app.register(name);
  const first = await app.signIn(person);
  const { secret } = (await call('POST', `/users/${person.userGuid}/totp`, first)).body;
  expect((await call('POST', `/users/${person.userGuid}/totp/confirm`, first, { code: codeOf(secret) })).status).toBe(
    201,
  );
  await admins.query('update totp_secrets set last_step = null where user_guid = $1', [person.userGuid]);
  const { challenge } = (
    await app.call('POST', '/auth', { body: { identifier: person.emailAddress, password: TEST_PASSWORD } })
  ).body;
  return {
    ...person,
    token: (
      await app.call('POST', '/auth/second-factor', {
        body: { challengeToken: challenge.challengeToken, totp: codeOf(secret) },
      })
    ).body.jwt,
  };
}
async function staff(name?: string): Promise<SignedInPerson> {
  const person = await secured(name);
  await change(GrantStaff, person);
  return person;
}
const reason = 'They asked for help with their dashboard.';
const begin = ({ token }: SignedInPerson, more: object = {}, headers: Record<string, string> = {}) =>
  call('POST', '/staff/accesses', token, { organizationGuid: org, reason, ...more }, headers);
const changeLog = async (answer?: Answer) =>
  (
    await call(
      'GET',
      `/orgs/${org}/staff-access`,
      admin.token,
      undefined,
      answer ? { 'At-Least': answer.headers.get('Position')! } : {},
    )
  ).body;
const read = (token: string, organizationGuid = org) =>
  call('GET', `/reported-events?organizationGuid=${organizationGuid}`, token);

test('a member of staff, in a session with a second factor, reads an organization for four hours, giving a reason', async () => {
  const sven = await staff();
  expect((await read(sven.token)).status).toBe(404);
  const begun = await begin(sven);
  expect(begun).toMatchObject({ status: 201, body: { organizationGuid: org } });
  const hours = (Date.parse(begun.body.endsAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(3.99);
  expect(hours).toBeLessThanOrEqual(4);
  const list = await read(sven.token);
  expect([list.status, list.body.items.map((item: { eventId: string }) => item.eventId)]).toEqual([200, [eventId]]);
  expect((await call('GET', `/reported-events/${eventId}`, sven.token)).status).toBe(200);
  const { body } = await call('GET', `/startup?organizationGuid=${org}`, sven.token);
  expect([body.organization.guid, body.organization.isAdmin, body.memberships]).toEqual([
    org,
    false,
    [{ organizationGuid: org, organizationName: 'Looked-at Works', isAdmin: false }],
  ]);
  const claims = JSON.parse(Buffer.from(begun.headers.get('Authorization')!.split('.')[1]!, 'base64url').toString());
  expect(claims.organizations.map(({ organizationGuid }: { organizationGuid: string }) => organizationGuid)).toEqual([
    org,
  ]);
});

test('the organization reads who it was, why, and each call, which was written down before it was answered', async () => {
  const sven = await staff();
  const begun = await begin(sven);
  await read(sven.token);
  await call('GET', `/reported-events/${eventId}?organizationGuid=${org}`, sven.token);
  await call('GET', `/orgs/${org}/user-groups`, sven.token);
  const { items, totalCount } = await changeLog(begun);
  expect(totalCount).toBe(1);
  expect(items[0]).toMatchObject({
    guid: begun.body.guid,
    person: { guid: sven.userGuid, name: 'Sven Staff' },
    reason,
    endsAt: begun.body.endsAt,
    endedAt: null,
    callCount: 3,
    calls: [
      { operationId: 'listUserGroups', recordGuid: null },
      { operationId: 'getIncident', recordGuid: eventId },
      { operationId: 'listIncidents', recordGuid: null },
    ],
  });
  expect(items[0].calls.every(({ at }: { at: string }) => !Number.isNaN(Date.parse(at)))).toBe(true);
  const member = await app.member(org, 'standard', 'Stan Reef');
  expect(refusal(await call('GET', `/orgs/${org}/staff-access`, member.token))).toEqual([403, 'Forbidden']);
});

test('a write that staff try is refused like a stranger’s, and the organization sees it', async () => {
  const sven = await staff();
  const begun = await begin(sven);
  await call('PATCH', `/orgs/${org}`, sven.token, { name: 'Mine' });
  await call('DELETE', `/reported-events/${eventId}?organizationGuid=${org}`, sven.token);
  await call('POST', '/reported-events', sven.token, { organizationGuid: org });
  const { items } = await changeLog(begun);
  expect(items[0].calls).toMatchObject([
    { operationId: 'reportIncident', recordGuid: null, isRefused: true },
    { operationId: 'deleteIncident', recordGuid: eventId, isRefused: true },
    { operationId: 'updateOrganization', recordGuid: null, isRefused: true },
  ]);
});

test('a call that cannot be written down is not answered', async () => {
  const sven = await staff();
  await begin(sven);
  expect((await read(sven.token)).status).toBe(200);
  await admins.query('revoke insert on staff_calls from plimsoll_app');
  try {
    expect((await read(sven.token)).status).toBe(500);
  } finally {
    await admins.query('grant insert on staff_calls to plimsoll_app');
  }
});

test('it is for reading: nothing is changed, what needs another right is not told, and no other organization opens', async () => {
  const sven = await staff();
  await begin(sven);
  const elsewhere = await app.found('Elsewhere');
  expect(refusal(await read(sven.token, elsewhere))).toEqual([404, 'OrganizationNotFound']);
  expect(refusal(await call('PATCH', `/orgs/${org}`, sven.token, { name: 'Mine' }))).toEqual([
    404,
    'OrganizationNotFound',
  ]);
  expect(refusal(await call('DELETE', `/reported-events/${eventId}?organizationGuid=${org}`, sven.token))).toEqual([
    404,
    'OrganizationNotFound',
  ]);
  expect(refusal(await call('GET', `/orgs/${org}/user-groups`, sven.token))).toEqual([403, 'Forbidden']);
  expect(refusal(await call('GET', `/orgs/${org}/staff-access`, sven.token))).toEqual([403, 'Forbidden']);
  expect(
    (await call('GET', `/org-memberships?organizationGuid=${org}`, sven.token)).body.items.map(
      ({ userAccount }: { userAccount: { primaryEmailAddress: string } }) => userAccount.primaryEmailAddress,
    ),
  ).toEqual(['']);
});

test.each<[string, () => Promise<SignedInPerson>]>([
  ['who is no staff', () => secured()],
  [
    'who signed in with a password alone',
    async () => {
      const person = await app.register('Pat Plain');
      await change(GrantStaff, person);
      return { ...person, token: await app.signIn(person) };
    },
  ],
  [
    'who is staff no more',
    async () => {
      const person = await staff();
      await change(RevokeStaff as typeof GrantStaff, person);
      await admins.query('update sessions set revoked_at = null where user_guid = $1', [person.userGuid]);
      await sleep(600);
      return person;
    },
  ],
])('the organization does not exist for a person %s', async (_, signIn) => {
  const person = await signIn();
  expect(refusal(await begin(person))).toEqual([404, 'OrganizationNotFound']);
  expect(refusal(await call('DELETE', `/staff/accesses/${uuidv7()}`, person.token))).toEqual([
    404,
    'OrganizationNotFound',
  ]);
  expect((await changeLog()).totalCount).toBe(0);
});

test.each<[string, object, (string | number)[]]>([
  ['an organization that there is not', { organizationGuid: uuidv7() }, [404, 'OrganizationNotFound']],
  ['no reason', { reason: ' ' }, [400, 'MalformedRequest', 'reason']],
  ['a reason with a line break', { reason: 'a\nb' }, [400, 'MalformedRequest', 'reason']],
  ['a reason with a control character', { reason: 'a\u0007b' }, [400, 'MalformedRequest', 'reason']],
  ['an organization that is no guid', { organizationGuid: 'north' }, [400, 'MalformedRequest', 'organizationGuid']],
])('%s is refused', async (_, more, expected) => {
  expect(refusal(await begin(await staff(), more))).toEqual(expected);
});

test('the same key begins it once, and opens none that was ended since', async () => {
  const sven = await staff();
  const headers = { 'idempotency-key': uuidv7() };
  const [first, again] = [await begin(sven, {}, headers), await begin(sven, {}, headers)];
  expect(again.body).toEqual(first.body);
  expect(refusal(await begin(sven, { reason: 'Another' }, headers))).toEqual([422, 'IdempotencyKeyReused']);
  expect((await call('DELETE', `/staff/accesses/${first.body.guid}`, sven.token)).status).toBe(204);
  expect((await call('DELETE', `/staff/accesses/${first.body.guid}`, sven.token)).status).toBe(204);
  expect((await begin(sven, {}, headers)).status).toBe(201);
  expect((await read(sven.token)).status).toBe(404);
  expect((await changeLog(first)).totalCount).toBe(1);
});

describe('what is taken away is gone within a second, in every process and under load', () => {
  /** Milliseconds until requests are refused. */
  async function untilGone(token: string, gone: number): Promise<number> {
    const begun = performance.now();
    for (;;) {
      const asked = performance.now();
      if ((await read(token)).status === gone) return asked - begun;
      if (performance.now() - begun > 5_000) return Infinity;
      await sleep(20);
    }
  }
  let other: Awaited<ReturnType<TestApplication['moveApart']>>;
  let isLoaded = true;
  let load: Promise<unknown>;
  beforeAll(async () => {
    other = await app.moveApart();
    const busy = await app.found('Busy Works');
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => app.member(busy, 'manager', `Load ${index}`)),
    );
    load = Promise.all(
      people.map(async ({ token }) => {
        while (isLoaded) await read(token, busy);
      }),
    );
  });
  afterAll(async () => {
    isLoaded = false;
    await load;
  });

  test.each<[string, (sven: SignedInPerson, guid: string) => Promise<unknown>, number]>([
    [
      'an access that its person ends',
      ({ token }, guid) =>
        fetch(`${app.api.address}/api/staff/accesses/${guid}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        }),
      404,
    ],
    ['that of somebody who is staff no more', (sven) => change(RevokeStaff as typeof GrantStaff, sven), 401],
    [
      'one whose four hours are over',
      (_, guid) => admins.query('update staff_accesses set ends_at = clock_timestamp() where access_guid = $1', [guid]),
      404,
    ],
    [
      'that of a session that was ended elsewhere',
      ({ userGuid }) =>
        admins.query('update sessions set revoked_at = clock_timestamp() where user_guid = $1', [userGuid]),
      401,
    ],
  ])('%s', async (_, take, gone) => {
    expect(other.port).toBeGreaterThan(0);
    const sven = await staff();
    const begun = await begin(sven);
    expect((await read(sven.token)).status).toBe(200);
    await take(sven, begun.body.guid);
    expect(await untilGone(sven.token, gone)).toBeLessThan(1_000);
  });

  test('and the organization reads when it ended', async () => {
    const sven = await staff();
    const begun = await begin(sven);
    await change(RevokeStaff as typeof GrantStaff, sven);
    await app.caughtUp(org, (await app.api.application.store.heads()).find(({ tenant }) => tenant === org)!.position);
    expect((await changeLog(begun)).items[0].endedAt).toEqual(expect.any(String));
  });
});

test('who looks after the organization ends an access to it, and to no other; members do not', async () => {
  const sven = await staff();
  const begun = await begin(sven);
  const end = (token: string, guid: string, of = org) => call('DELETE', `/orgs/${of}/staff-access/${guid}`, token);
  const startup = await call('GET', `/startup?organizationGuid=${org}`, sven.token);
  expect(startup.body.organization.staffAccess).toEqual({ guid: begun.body.guid, endsAt: begun.body.endsAt });
  expect(
    (await call('GET', `/startup?organizationGuid=${org}`, admin.token)).body.organization.staffAccess,
  ).toBeUndefined();
  const member = await app.member(org, 'standard', 'Stan Reef');
  const elsewhere = await app.found('Elsewhere');
  const stranger = await app.member(elsewhere, 'admin', 'Ada Else');
  expect(refusal(await end(member.token, begun.body.guid))).toEqual([403, 'Forbidden']);
  expect(refusal(await end(sven.token, begun.body.guid))).toEqual([404, 'OrganizationNotFound']);
  expect(refusal(await end(stranger.token, begun.body.guid))).toEqual([404, 'OrganizationNotFound']);
  expect(refusal(await end(stranger.token, begun.body.guid, elsewhere))).toEqual([404, 'OrganizationNotFound']);
  expect(refusal(await end(admin.token, uuidv7()))).toEqual([404, 'OrganizationNotFound']);
  expect((await read(sven.token)).status).toBe(200);
  const ended = await end(admin.token, begun.body.guid);
  expect(ended.status).toBe(204);
  expect((await read(sven.token)).status).toBe(404);
  expect((await changeLog(ended)).items[0].endedAt).toEqual(expect.any(String));
  expect((await end(admin.token, begun.body.guid)).status).toBe(204);
});

test('who was turned out stays out of this organization, in each session, until a day has passed or it lets them return', async () => {
  const sven = await staff();
  const begun = await begin(sven);
  const second = await begin(sven);
  expect([begun.status, second.status]).toEqual([201, 201]);
  const path = `/orgs/${org}/staff-access/${begun.body.guid}`;
  const ended = await call('DELETE', path, admin.token);
  expect(ended.status).toBe(204);
  expect((await read(sven.token)).status).toBe(404);
  expect((await changeLog(ended)).items.map(({ endedAt }: { endedAt: string | null }) => endedAt === null)).toEqual([
    false,
    false,
  ]);
  expect(refusal(await begin(sven))).toEqual([403, 'StaffTurnedOut']);
  const [entry] = (await changeLog(ended)).items;
  expect(Date.parse(entry.returnsAt) - Date.parse(entry.endedAt)).toBe(24 * 3_600_000);
  // Another organization, and another of our staff, are not meant.
  const elsewhere = await app.found('Elsewhere Works');
  expect((await begin(sven, { organizationGuid: elsewhere })).status).toBe(201);
  expect((await begin(await staff('Sara Staff'))).status).toBe(201);

  const member = await app.member(org, 'standard', 'Stan Reef');
  const allow = (guid: string, token = admin.token) =>
    call('POST', `/orgs/${org}/staff-access/${guid}/allow-return`, token);
  expect(refusal(await allow(begun.body.guid, member.token))).toEqual([403, 'Forbidden']);
  expect(refusal(await allow(uuidv7()))).toEqual([404, 'OrganizationNotFound']);
  expect((await allow(begun.body.guid)).status).toBe(204);
  expect((await begin(sven)).status).toBe(201);
  expect((await changeLog()).items.filter(({ returnsAt }: { returnsAt: string | null }) => returnsAt)).toEqual([]);
});

test('one’s account says whether one is staff', async () => {
  const sven = await staff();
  expect((await call('GET', `/users/${sven.userGuid}`, sven.token)).body.globalAdmin).toBe(true);
  expect((await call('GET', `/users/${admin.userGuid}`, admin.token)).body.globalAdmin).toBe(false);
  expect((await change(GrantStaff, sven)).changed).toBe(false);
});

test('neither name nor reason is in plain text in the log', async () => {
  const sven = await staff('Zebedee Marlinspike');
  await begin(sven, { reason: 'Marlinspike looks.' });
  const { rows } = await admins.query<{ text: string }>("select string_agg(e::text, ' ') as text from events e");
  expect(rows[0]!.text).toContain('StaffAccessBegan');
  expect(rows[0]!.text).not.toMatch(/zebedee|marlinspike/i);
});
