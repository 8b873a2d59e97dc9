import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { modules, type CustomerConfigCode, type Module } from '@plimsoll/contracts/organizations/features';
import { positionOf, positionToken } from '@plimsoll/projections/runner/follow/position-token';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';

interface Reviewed {
  readonly route: string;
  readonly access: string | { readonly anyOf: readonly string[] };
  readonly demandsRecentSignIn?: true;
  readonly modules?: { readonly allOf: readonly Module[] };
  readonly flags?: { readonly allOf: readonly CustomerConfigCode[] };
  readonly bodyLimit: number;
}

/** Reviewed routes, in contrast to the list under test. */
const reviewed = Object.entries(
  JSON.parse(readFileSync(new URL('../../../../contracts/access.json', import.meta.url), 'utf8')) as Record<
    string,
    Reviewed
  >,
).map(([operationId, entry]) => {
  const [method, path] = entry.route.split(' ') as [string, string];
  return { ...entry, operationId, method, path };
});
type Operation = (typeof reviewed)[number];
/** Routes for other systems, with an API key. */
const forKeys = reviewed.filter(({ access }) => access === 'KEY');
const guarded = reviewed.filter(({ access }) => access !== 'PUBLIC' && access !== 'KEY' && access !== 'AUDITOR');
/** Routes for external auditors only. */
const forAuditors = reviewed.filter(({ access }) => access === 'AUDITOR');
/** Routes about an organization that need not be the bearer's. */
const forStrangers = guarded.filter(({ access }) => access === 'ANY_ORGANIZATION');
const ofOrganizations = guarded.filter(({ access }) => access !== 'SIGNED_IN' && access !== 'ANY_ORGANIZATION');
const forSome = ofOrganizations.filter(({ access }) => access !== 'MEMBER');
const forRecent = reviewed.filter(({ demandsRecentSignIn }) => demandsRecentSignIn);
const switched = reviewed.flatMap((operation) =>
  (operation.modules?.allOf ?? []).map((module) => ({ ...operation, module })),
);
const flagged = reviewed.flatMap((operation) => (operation.flags?.allOf ?? []).map((flag) => ({ ...operation, flag })));
const somewhere = uuidv7();
/** Body limit of a picture; other bodies are JSON. */
const PICTURE = 5 * 2 ** 20;
/** The same as a form. */
const PICTURE_FORM = PICTURE + 4_096;
const address = (path: string, orgGuid: string) =>
  path
    .replace('{orgGuid}', orgGuid)
    .replace('{yearMonth}', '2026-04')
    .replace('{year}', '2026')
    .replaceAll(/\{(eventId|grantGuid|guid|regionGuid|userGuid|identifier|sessionGuid)\}/g, somewhere)
    .replace('{name}', 'Manager')
    .replace('{productGuid}', somewhere)
    .replace('{purchaseGuid}', somewhere)
    .replace('{invoiceGuid}', somewhere)
    .replace('{productKey}', 'essentials')
    .replace('{billingFrequency}', 'MONTH')
    .replace('{channelPartnerCode}', 'NORTHWIND')
    .replace('{domain}', 'example.com')
    .replace('{kind}', 'incident')
    .replace('{recipientEmailAddress}', 'nobody@example.test')
    .replace('{emailAddress}', 'nobody@example.test');
const named = ({ path }: Operation, orgGuid: string) =>
  address(path, orgGuid) + (path.includes('{orgGuid}') ? '' : `?organizationGuid=${orgGuid}`);
const bodyFor = (method: string) => (method === 'GET' || method === 'DELETE' ? {} : { body: {} });

let app: TestApplication;
let org: string;
let elsewhere: string;
let admin: TestPerson & { token: string };
let standard: TestPerson & { token: string };
let guest: string;
/** By module or feature: an organization that has all the others, and its admin's token. */
const without = new Map<Module | CustomerConfigCode, { guid: string; token: string }>();

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found();
  elsewhere = await app.found('Elsewhere');
  [admin, standard] = await Promise.all([
    app.member(org, 'admin', 'Anna Lund'),
    app.member(org, 'standard', 'Stan Reef'),
  ]);
  guest = await app.signIn(await app.register('Gus Trip'));
  for (const { module } of switched) {
    if (without.has(module)) continue;
    const guid = await app.found(`Without ${module}`, { on: modules.filter((other) => other !== module) });
    without.set(module, { guid, token: (await app.member(guid, 'admin', 'Wyn Dale')).token });
  }
  for (const featureCode of new Set(flagged.map(({ flag }) => flag))) {
    const guid = await app.found(`Without ${featureCode}`);
    const { token } = await app.member(guid, 'admin', 'Wyn Dale');
    const off = await app.call('PATCH', `/orgs/${guid}/customer-config`, {
      token,
      body: { featureCode, isEnabled: false },
    });
    await app.caughtUp(guid, positionOf(off.headers.get('position')!, guid)!);
    without.set(featureCode, { guid, token });
  }
});
afterAll(() => app?.stop());

describe('the routes', () => {
  test('are those that were reviewed, and no others', () => {
    expect(
      app.api.routes
        .filter(({ url }) => url.startsWith('/api'))
        .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
        .sort(),
    ).toEqual(reviewed.map(({ route }) => route).sort());
    expect(
      app.api.routes
        .filter(({ url }) => !url.startsWith('/api'))
        .map(({ url }) => url)
        .sort(),
    ).toEqual(['/health/live', '/health/ready']);
  });

  test.each(forKeys)('$route requires a key, and accepts no token of a person', async ({ method, path }) => {
    for (const token of [undefined, admin.token, guest]) {
      expect(await app.call(method, address(path, org), { token, ...bodyFor(method) })).toMatchObject({
        status: 401,
        body: { className: 'InvalidApiKey' },
      });
    }
  });

  test.each(forAuditors)(
    '$route is for auditors, and no token of a person stands in for theirs',
    async ({ method, path }) => {
      expect(await app.call(method, path)).toMatchObject({ status: 401, body: { className: 'NoToken' } });
      for (const token of [admin.token, guest])
        expect(await app.call(method, path, { token })).toMatchObject({
          status: 403,
          body: { className: 'Forbidden' },
        });
    },
  );

  test.each(guarded)('$route wants a token', async ({ method, path }) => {
    expect(await app.call(method, address(path, org), bodyFor(method))).toMatchObject({
      status: 401,
      body: { className: 'NoToken' },
    });
  });

  test.each(guarded.filter((operation) => !forStrangers.includes(operation)))(
    '$route answers for another organization as for one that does not exist',
    async (operation) => {
      const ask = (orgGuid: string) =>
        app.call(operation.method, named(operation, orgGuid), { token: admin.token, ...bodyFor(operation.method) });
      const [foreign, unknown] = await Promise.all([ask(elsewhere), ask(uuidv7())]);
      expect(foreign).toMatchObject({ status: 404, body: { className: 'OrganizationNotFound' } });
      const { requestId: _, ...rest } = unknown.body;
      expect(foreign.body).toMatchObject(rest);
    },
  );

  test.each(forStrangers)(
    '$route answers a stranger to the organization as one of another, and by what they send alone',
    async ({ method, path }) => {
      const ask = (orgGuid: string) => app.call(method, address(path, orgGuid), { token: guest, ...bodyFor(method) });
      const [one, other] = await Promise.all([ask(org), ask(elsewhere)]);
      const { requestId: _, ...rest } = other.body;
      expect(one.status).toBe(other.status);
      expect(one.body).toMatchObject(rest);
      expect(['Forbidden', 'MalformedRequest']).toContain(one.body.className);
    },
  );

  test.each(ofOrganizations)('$route wants a membership', async ({ method, path }) => {
    const answer = await app.call(method, address(path, org), { token: guest, ...bodyFor(method) });
    expect([400, 404]).toContain(answer.status);
    expect(['MissingOrganization', 'OrganizationNotFound']).toContain(answer.body.className);
  });

  test.each(reviewed.filter(({ method, access }) => method !== 'GET' && access !== 'PUBLIC'))(
    '$route takes $bodyLimit bytes, from every permitted caller',
    async (operation) => {
      const isForm = operation.bodyLimit === PICTURE_FORM;
      const isPicture = operation.bodyLimit === PICTURE || isForm;
      const send = (bytes: number, token: string | undefined) =>
        app.call(operation.method, named(operation, org), {
          token,
          body: isPicture ? Buffer.alloc(bytes) : `"${'x'.repeat(bytes - 2)}"`,
        });
      const refused = isPicture
        ? { status: 400, body: { className: 'AttachmentTooLarge', fieldErrors: [{ field: isForm ? 'logo' : 'body' }] } }
        : { status: 413, body: { className: 'PayloadTooLarge' } };
      expect(await send(operation.bodyLimit + 1, admin.token)).toMatchObject(refused);
      expect((await send(operation.bodyLimit, admin.token)).body.className).not.toBe(refused.body.className);
      expect(await send(operation.bodyLimit + 1, undefined)).toMatchObject({
        status: 401,
        body: { className: 'NoToken' },
      });
    },
  );

  test.each(forSome)('$route is not for every member', async (operation) => {
    const answer = await app.call(operation.method, named(operation, org), {
      token: standard.token,
      ...bodyFor(operation.method),
    });
    expect(answer).toMatchObject({ status: 403, body: { className: 'Forbidden' } });
    expect(
      (await app.call(operation.method, named(operation, org), { token: admin.token, ...bodyFor(operation.method) }))
        .status,
    ).not.toBe(403);
  });

  test.each(switched)('$route wants the module $module', async (operation) => {
    const { guid, token } = without.get(operation.module)!;
    expect(
      await app.call(operation.method, named(operation, guid), { token, ...bodyFor(operation.method) }),
    ).toMatchObject({ status: 403, body: { className: 'Forbidden' } });
    expect(
      (await app.call(operation.method, named(operation, org), { token: admin.token, ...bodyFor(operation.method) }))
        .status,
    ).not.toBe(403);
  });
});

test.each(flagged)('$route wants the feature $flag', async (operation) => {
  const { guid, token } = without.get(operation.flag)!;
  expect(
    await app.call(operation.method, named(operation, guid), { token, ...bodyFor(operation.method) }),
  ).toMatchObject({ status: 403, body: { className: 'Forbidden' } });
  expect(
    (await app.call(operation.method, named(operation, org), { token: admin.token, ...bodyFor(operation.method) }))
      .status,
  ).not.toBe(403);
});

describe('what demands a recent sign-in', () => {
  let admins: pg.Client;
  let early: string;
  /** Organization whose admin they are. */
  let own: string;

  beforeAll(async () => {
    admins = new pg.Client({ connectionString: app.database.adminUrl });
    await admins.connect();
    const person = await app.register('Left Open');
    own = await app.found('Left Open Works');
    await app.join(own, person, 'admin');
    early = await app.signIn(person);
    await admins.query("update sessions set started_at = started_at - interval '15 minutes' where user_guid = $1", [
      person.userGuid,
    ]);
  });
  afterAll(() => admins?.end());

  test.each(forRecent)(
    '$route is refused a quarter of an hour after it, before anything else of the request',
    async ({ method, path }) => {
      const ask = (token: string | undefined) => app.call(method, address(path, own), { token, ...bodyFor(method) });
      expect(await ask(early)).toMatchObject({
        status: 403,
        body: { className: 'RecentSignInRequired', detail: 'Sign in again to change this.' },
      });
      expect((await ask(guest)).body.className).not.toBe('RecentSignInRequired');
      expect((await ask(undefined)).body.className).toBe('NoToken');
    },
  );

  test.each(guarded.filter(({ method, demandsRecentSignIn }) => !demandsRecentSignIn && method === 'GET'))(
    '$route is asked at any time',
    async ({ method, path }) => {
      expect((await app.call(method, address(path, org), { token: early })).body.className).not.toBe(
        'RecentSignInRequired',
      );
    },
  );
});

describe('before a body is read', () => {
  /** Announces a body and sends none of it: an answer only arrives where the body is not awaited. */
  async function announce(
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; className: string }> {
    const socket = connect(app.api.port, '127.0.0.1');
    const lines = Object.entries({
      Host: 'here',
      'Content-Type': 'application/json',
      'Content-Length': '1000000',
      ...headers,
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    socket.write(`POST ${path} HTTP/1.1\r\n${lines}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    const [head, body] = answer.toString().split('\r\n\r\n');
    return { status: Number(head!.split(' ')[1]), className: (JSON.parse(body!) as { className: string }).className };
  }

  test.each([
    ['nobody', '/api/reported-events', () => ({}), 401, 'NoToken'],
    ['a forged token', '/api/reported-events', () => ({ Authorization: 'Bearer a.b.c' }), 401, 'NonParsableJwt'],
    [
      'a member of another organization',
      `/api/reported-events?organizationGuid=${somewhere}`,
      () => ({ Authorization: `Bearer ${admin.token}` }),
      404,
      'OrganizationNotFound',
    ],
    [
      'a page of another site',
      '/api/auth',
      () => ({ Origin: 'https://evil.example', 'Content-Length': '10' }),
      403,
      'ForeignOrigin',
    ],
    ['who sends more than anybody may', '/api/auth', () => ({}), 413, 'PayloadTooLarge'],
    ['who asks for nothing that there is', '/api/nothing', () => ({}), 404, 'RouteNotFound'],
  ])('%s is answered', async (_, path, headers, status, className) => {
    expect(await announce(path, headers() as unknown as Record<string, string>)).toEqual({ status, className });
  });

  test('a module that is switched off is reported', async () => {
    const { token } = without.get('events')!;
    expect(await announce('/api/reported-events', { Authorization: `Bearer ${token}` })).toEqual({
      status: 403,
      className: 'Forbidden',
    });
  });

  test('the body is only read for the organization when the bearer has several and the address names none', async () => {
    const person = await app.register('Body Named');
    await app.join(org, person);
    await app.join(elsewhere, person);
    const token = await app.signIn(person);
    const report = (body: unknown, query = '') => app.call('POST', `/reported-events${query}`, { token, body });
    expect(await report({})).toMatchObject({ status: 400, body: { className: 'MissingOrganization' } });
    expect(await report({ organizationGuid: somewhere })).toMatchObject({
      status: 404,
      body: { className: 'OrganizationNotFound' },
    });
    expect((await report({ organizationGuid: org })).body.fieldErrors).toContainEqual(
      expect.objectContaining({ field: 'formGuid' }),
    );
    expect((await report({ organizationGuid: org }, `?organizationGuid=${elsewhere}`)).body.fieldErrors).toEqual([
      expect.objectContaining({ field: 'organizationGuid' }),
    ]);
    expect(
      await app.call('POST', '/reported-events', { token: admin.token, body: { organizationGuid: elsewhere } }),
    ).toMatchObject({ status: 404, body: { className: 'OrganizationNotFound' } });
  });
});

describe('the organization of someone who belongs to none', () => {
  test.each([
    ['named in the body, it is not theirs', () => ({ organizationGuid: org }), 404, 'OrganizationNotFound'],
    ['named by no one, it is missing', () => ({}), 400, 'MissingOrganization'],
  ])('%s', async (_, body, status, className) => {
    expect(await app.call('POST', '/reported-events', { token: guest, body: body() })).toMatchObject({
      status,
      body: { className },
    });
  });
});

test('an At-Least that no answer has returned is refused; that of another organization is ignored', async () => {
  const list = (atLeast: string) =>
    app.call('GET', '/reported-events', { token: admin.token, headers: { 'At-Least': atLeast } });
  for (const unreadable of ['soon', '42', Buffer.from('1.zzzzzzzz.5').toString('base64url')])
    expect(await list(unreadable)).toMatchObject({
      status: 400,
      body: { className: 'MalformedRequest', fieldErrors: [{ field: 'At-Least' }] },
    });
  expect((await list(positionToken(elsewhere, 999_999))).status).toBe(200);
});

describe('the organization of a request', () => {
  test('the only one, when none is named', async () => {
    expect(await app.call('GET', '/forms', { token: standard.token })).toMatchObject({ status: 200 });
  });

  test('must be named by a bearer with several, except at the start', async () => {
    const person = await app.register('Two Hats');
    await app.join(org, person);
    await app.join(elsewhere, person, 'admin');
    const token = await app.signIn(person);
    expect(await app.call('GET', '/forms', { token })).toMatchObject({
      status: 400,
      body: { className: 'MissingOrganization', fieldErrors: [{ field: 'organizationGuid' }] },
    });
    expect(await app.call('GET', `/forms?organizationGuid=${elsewhere.toUpperCase()}`, { token })).toMatchObject({
      status: 200,
    });
    const startup = await app.call('GET', '/startup', { token });
    expect(startup.body).toMatchObject({
      organization: null,
      memberships: [
        { organizationGuid: org, isAdmin: false },
        { organizationGuid: elsewhere, organizationName: 'Elsewhere', isAdmin: true },
      ],
    });
    expect((await app.call('GET', `/startup?organizationGuid=${elsewhere}`, { token })).body).toMatchObject({
      organization: { guid: elsewhere, permissions: '23:7fffff' },
    });
  });

  test('is refused when it is malformed or given twice', async () => {
    for (const query of ['organizationGuid=north', `organizationGuid=${org}&organizationGuid=${org}`]) {
      expect(await app.call('GET', `/forms?${query}`, { token: admin.token })).toMatchObject({
        status: 400,
        body: { className: 'MalformedRequest', fieldErrors: [{ field: 'organizationGuid' }] },
      });
    }
  });

  test('without any there is a start, what one may found an organization with, and nothing of an organization', async () => {
    const token = await app.signIn(await app.register('No Hat'));
    expect(await app.call('GET', '/startup', { token })).toMatchObject({
      status: 200,
      body: { organization: null, memberships: [], prefilledOnboarding: null, user: { onboardingStatus: 'NEW_USER' } },
    });
    expect((await app.call('GET', '/regions', { token })).status).toBe(200);
    expect(await app.call('GET', '/forms', { token })).toMatchObject({
      status: 400,
      body: { className: 'MissingOrganization' },
    });
    expect(await app.call('GET', '/org-memberships', { token })).toMatchObject({
      status: 400,
      body: { className: 'MissingOrganization' },
    });
  });
});

test('a module that is switched on opens its routes within a second', async () => {
  const { guid, token } = without.get('events')!;
  await app.switchModule(guid, 'events', true);
  const deadline = performance.now() + 1_000;
  let answer = await app.call('GET', '/forms', { token });
  while (answer.status !== 200 && performance.now() < deadline) answer = await app.call('GET', '/forms', { token });
  expect(answer.status).toBe(200);
});

describe('an answer that is not a success', () => {
  test('is a problem with class, text, fields and the id of the request', async () => {
    const answer = await app.call('PUT', `/orgs/${org}/reporting-metrics/2026-04`, {
      token: admin.token,
      body: {
        employeeHours: -1,
        contractorHours: 0,
        employeeKms: 0,
        contractorKms: 0,
        employeeCount: 0,
        contractorCount: 0,
      },
    });
    expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    expect(answer.body).toEqual({
      type: 'urn:plimsoll:error:MalformedReportingHours',
      title: 'Malformed reporting hours',
      status: 400,
      className: 'MalformedReportingHours',
      detail: 'Hours must be zero or greater, with at most two decimal places',
      requestId: answer.headers.get('x-request-id'),
      fieldErrors: [
        { field: 'employeeHours', className: 'MalformedReportingHours', message: 'Must be zero or greater' },
      ],
    });
  });

  test.each([
    ['an address that is none', 'GET', '/nothing-here', {}, 404, 'RouteNotFound'],
    ['an address with a broken escape', 'GET', '/forms/%E0%A4%A', {}, 400, 'MalformedRequest'],
    [
      'text instead of JSON',
      'POST',
      '/auth',
      { body: 'hello', headers: { 'content-type': 'text/plain' } },
      415,
      'UnsupportedMediaType',
    ],
    [
      'a form instead of JSON',
      'POST',
      '/auth',
      { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'UnsupportedMediaType',
    ],
    [
      'a compressed body',
      'POST',
      '/auth',
      { body: '{}', headers: { 'content-encoding': 'gzip' } },
      415,
      'UnsupportedMediaType',
    ],
    ['16 kB and a byte without a token', 'POST', '/auth', { body: `"${'x'.repeat(16_383)}"` }, 413, 'PayloadTooLarge'],
    ['16 kB without a token', 'POST', '/auth', { body: `"${'x'.repeat(16_382)}"` }, 400, 'MalformedRequest'],
    ['a method that is none of ours', 'QUERY', '/forms', {}, 404, 'RouteNotFound'],
    ['half a JSON', 'POST', '/auth', { body: '{"identifier":' }, 400, 'MalformedRequest'],
    [
      'a reach for the prototype',
      'POST',
      '/auth',
      { body: '{"identifier":"a","password":"b","__proto__":{"isAdmin":true}}' },
      400,
      'MalformedRequest',
    ],
    ['no body at all', 'POST', '/auth', {}, 400, 'MalformedRequest'],
    ['a list as the body', 'POST', '/auth', { body: [] }, 400, 'MalformedRequest'],
    [
      'an address that no server reads to its end',
      'GET',
      `/reported-events?filter=${'x'.repeat(70_000)}`,
      {},
      431,
      'HeadersTooLarge',
    ],
    [
      'ten megabytes',
      'POST',
      '/auth',
      { body: JSON.stringify({ identifier: 'x'.repeat(10_000_000) }) },
      413,
      'PayloadTooLarge',
    ],
    ['five thousand levels', 'POST', '/auth', { body: '['.repeat(5_000) + ']'.repeat(5_000) }, 400, 'MalformedRequest'],
  ])('%s gets its status and class', async (_, method, path, call, status, className) => {
    const answer = await app.call(method, path, call);
    expect(answer).toMatchObject({ status, body: { status, className, requestId: expect.any(String) } });
  });

  test('the longest filter that the contract takes is read, and one that is longer is refused by its name', async () => {
    const filter = (length: number) => `${JSON.stringify({ text: 'x' })}${' '.repeat(length - 12)}`;
    const ask = (length: number) =>
      app.call('GET', `/reported-events?filter=${encodeURIComponent(filter(length))}`, { token: admin.token });
    expect(await ask(20_000)).toMatchObject({ status: 200 });
    expect(await ask(20_001)).toMatchObject({ status: 400, body: { fieldErrors: [{ field: 'filter' }] } });
  });

  test.each(['colour=red', '__proto__=1', 'organizationGuid=&organizationGuid='])(
    'names what is wrong with ?%s',
    async (query) => {
      const answer = await app.call('GET', `/forms?${query}`, { token: admin.token });
      expect(answer).toMatchObject({
        status: 400,
        body: { className: 'MalformedRequest', fieldErrors: [{ field: query.split('=')[0] }] },
      });
    },
  );

  test('reveals nothing when the error is ours', async () => {
    const broken = app.api.http.get((await import('../identity/accounts/viewers.ts')).Viewers);
    const before = broken.dayAt;
    broken.dayAt = () => Promise.reject(new Error('select * from secrets at /home/plimsoll'));
    try {
      const answer = await app.call('GET', '/dashboard/notifications', { token: admin.token });
      expect(answer.status).toBe(500);
      expect(Object.keys(answer.body).sort()).toEqual([
        'className',
        'detail',
        'fieldErrors',
        'requestId',
        'status',
        'title',
        'type',
      ]);
      expect(JSON.stringify(answer.body)).not.toMatch(/secrets|plimsoll\/|at /);
    } finally {
      broken.dayAt = before;
    }
  });
});

describe('what belongs to an organization', () => {
  test('its worksites by name, its groups and its features', async () => {
    await app.createWorksite(org, 'zulu Yard');
    await app.createWorksite(org, 'Acheson', { timeZone: 'America/Edmonton' });
    await app.createReportingGroup(org, 'Drilling');
    const get = async (what: string) => (await app.call('GET', `/orgs/${org}/${what}`, { token: standard.token })).body;
    expect((await get('worksite-locations')).items.map(({ name }: { name: string }) => name)).toEqual([
      'Acheson',
      'zulu Yard',
    ]);
    expect(await get('reporting-groups')).toMatchObject({
      totalCount: 1,
      items: [{ name: 'Drilling', status: 'ACTIVE', memberCount: 0 }],
    });
    expect(await get('customer-config')).toContainEqual({ code: 'CONTRACTORS', isEnabled: false });
  });

  test('a picker shows names to all members, addresses and roles to those who may see them', async () => {
    const asSeenBy = async (token: string) =>
      (await app.call('GET', '/org-memberships', { token })).body.items.map(
        (item: { userAccount: { name: string; primaryEmailAddress: string }; isAdmin: boolean }) => [
          item.userAccount.name,
          item.userAccount.primaryEmailAddress,
          item.isAdmin,
        ],
      );
    expect(await asSeenBy(admin.token)).toEqual(
      expect.arrayContaining([
        ['Anna Lund', admin.emailAddress, true],
        ['Stan Reef', standard.emailAddress, false],
      ]),
    );
    const seen = await asSeenBy(standard.token);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['Anna Lund', '', false],
        ['Stan Reef', standard.emailAddress, false],
      ]),
    );
    expect(seen[0][0]).toBe('Anna Lund');
  });

  test('a picker of reviewers offers those who may review', async () => {
    const { body } = await app.call('GET', '/org-memberships?permission=REVIEW_EVENTS', { token: standard.token });
    expect(body.items.map(({ userAccount }: { userAccount: { name: string } }) => userAccount.name)).toEqual([
      'Anna Lund',
    ]);
  });

  test('forms by name, each with its questions', async () => {
    const { body } = await app.call('GET', '/forms', { token: standard.token });
    const names = body.items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      names.toSorted((one: string, other: string) => one.localeCompare(other, 'en', { sensitivity: 'base' })),
    );
    expect(body.items[0]).not.toHaveProperty('groups');
    const form = await app.call('GET', `/forms/${body.items[0].formGuid}`, { token: standard.token });
    expect(form).toMatchObject({ status: 200, body: { formGuid: body.items[0].formGuid, groups: expect.any(Array) } });
    expect(
      await app.call('GET', `/forms/${body.items[0].formGuid}?version=99`, { token: standard.token }),
    ).toMatchObject({ status: 404, body: { className: 'FormNotFound' } });
    expect(await app.call('GET', `/forms/${uuidv7()}`, { token: standard.token })).toMatchObject({
      status: 404,
      body: { className: 'FormNotFound' },
    });
  });

  test('the start agrees with the single calls', async () => {
    const [startup, worksites, config, regions] = await Promise.all(
      ['/startup', `/orgs/${org}/worksite-locations`, `/orgs/${org}/customer-config`, '/regions'].map(
        async (path) => (await app.call('GET', path, { token: standard.token })).body,
      ),
    );
    expect(startup).toMatchObject({
      user: { guid: standard.userGuid, primaryEmailAddress: standard.emailAddress },
      organization: { worksites: worksites.items, customerConfig: config, permissions: '23:000000' },
      regions: regions.items,
    });
  });
});

test('the process is alive and ready', async () => {
  expect(await app.call('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await app.call('GET', '/health/ready')).toMatchObject({
    status: 200,
    body: { status: 'ok', details: { database: { status: 'up' } } },
  });
});

test('answers carry the headers of a strict site, and none for other origins', async () => {
  const { headers } = await app.call('GET', '/forms', {
    token: admin.token,
    headers: { origin: 'https://evil.example' },
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});
