import { setTimeout as sleep } from 'node:timers/promises';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { cloudEvent, type CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import pg from 'pg';
import { v4 as uuidv4 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };
let app: TestApplication;
let org: string;
let admin: SignedInPerson;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  org = await app.found('Followed Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const asked = (more: object = {}) => ({
  name: 'Warehouse',
  scopes: ['FEED'],
  level: 'FACTS',
  includeSensitive: false,
  expiresOn: inDays(30),
  ...more,
});
const make = (more: object = {}, by: SignedInPerson = admin, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call('POST', `/orgs/${org}/api-keys`, { token: by.token, body: asked(more), headers });
const revoke = (keyGuid: string): Promise<Answer> =>
  app.call('DELETE', `/orgs/${org}/api-keys/${keyGuid}`, { token: admin.token });
const report = async (): Promise<string> => {
  const { status, body } = await app.call('POST', '/reported-events', {
    token: admin.token,
    body: {
      formGuid: nearMissForm.formGuid,
      formVersion: 1,
      occurrenceDate: '2026-03-02',
      regionGuid: albertaGuid,
      location: 'North quay',
      description: 'A sling slipped.',
      components,
    },
  });
  expect(status).toBe(201);
  return (body as { eventId: string }).eventId;
};

interface Fed {
  readonly status: number;
  readonly headers: Headers;
  readonly events: CloudEvent[];
  readonly className: string | undefined;
}
async function feed(key: string, query = ''): Promise<Fed> {
  const answer = await fetch(`${app.url}/api/feed${query}`, { headers: { authorization: `Bearer ${key}` } });
  const body = (await answer.json()) as CloudEvent[] | { className: string };
  return Array.isArray(body)
    ? { status: answer.status, headers: answer.headers, events: body, className: undefined }
    : { status: answer.status, headers: answer.headers, events: [], className: body.className };
}

test('a key reads what happened, as CloudEvents, and continues after the position that it received', async () => {
  const { status, body } = await make();
  expect([status, body.status, body.key.startsWith(body.prefix)]).toEqual([201, 'ACTIVE', true]);
  expect(body.key).toMatch(/^plm_[0-9a-f]{32}_[\w-]{43}$/);
  const eventId = await report();
  const first = await feed(body.key);
  expect(first.headers.get('content-type')).toMatch(/^application\/cloudevents-batch\+json/);
  expect(first.events.map((event) => cloudEvent.parse(event))).toEqual(first.events);
  expect(first.events.map(({ type, subject, streamrevision }) => [type, subject, streamrevision])).toEqual([
    ['plimsoll.incident.reported.v1', `reported-events/${eventId}`, 1],
  ]);
  expect(JSON.stringify(first.events)).not.toContain('sling');
  const after = await feed(body.key, `?after=${first.headers.get('next-after')}`);
  expect([after.status, after.events, after.headers.get('next-after')]).toEqual([
    200,
    [],
    first.headers.get('next-after'),
  ]);
  const {
    body: {
      items: [listed],
    },
  } = await app.call('GET', `/orgs/${org}/api-keys`, { token: admin.token });
  expect(listed).toMatchObject({ name: 'Warehouse', createdBy: { name: 'Anna Lund' }, status: 'ACTIVE' });
  expect(listed.lastUsedAt).not.toBeNull();
  expect(listed.key).toBeUndefined();
});

test('an open call is answered as soon as something happens, and ends within a second when its key is revoked', async () => {
  const { body } = await make();
  const from = (await feed(body.key)).headers.get('next-after');
  const waiting = feed(body.key, `?after=${from}&wait=20`);
  await sleep(300);
  const eventId = await report();
  expect((await waiting).events.map(({ subject }) => subject)).toEqual([`reported-events/${eventId}`]);
  const open = feed(body.key, '?after=999999&wait=20');
  await sleep(300);
  expect((await revoke(body.keyGuid)).status).toBe(204);
  const revokedAt = performance.now();
  expect((await open).className).toBe('InvalidApiKey');
  expect(performance.now() - revokedAt).toBeLessThan(1_500);
  expect((await feed(body.key)).status).toBe(401);
  expect((await revoke(body.keyGuid)).status).toBe(204);
});

test('limit, types and positions beyond the head narrow the answer, and what is malformed is named', async () => {
  const {
    body: { key },
  } = await make();
  const reported = [await report(), await report(), await report()];
  const first = await feed(key, '?limit=2');
  expect(first.events.map(({ subject }) => subject)).toEqual(
    reported.slice(0, 2).map((guid) => `reported-events/${guid}`),
  );
  expect((await feed(key, `?after=${first.headers.get('next-after')}`)).events).toHaveLength(1);
  expect((await feed(key, '?types=plimsoll.incident.approved.v1')).events).toEqual([]);
  expect((await feed(key, '?after=900000000')).events).toEqual([]);
  for (const query of ['?after=-1', '?after=x', '?limit=0', '?limit=1000000000', '?wait=31', '?types=nothing'])
    expect([query, (await feed(key, query)).status]).toEqual([query, 400]);
});

test("a key opens nothing but the feed, a token does not open the feed, and another key's text opens nothing", async () => {
  const {
    body: { key },
  } = await make();
  expect((await app.call('GET', '/reported-events', { token: key })).body.className).toBe('NonParsableJwt');
  const changed = `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const other of [admin.token, changed, '', `${key.slice(0, -43)}${'A'.repeat(43)}`])
    expect((await feed(other)).className).toBe('InvalidApiKey');
});

test('a repeated request has the same key, and the database holds none', async () => {
  const headers = { 'Idempotency-Key': uuidv4() };
  const [first, again] = [await make({}, admin, headers), await make({}, admin, headers)];
  expect([again.status, again.body.key, again.body.keyGuid]).toEqual([201, first.body.key, first.body.keyGuid]);
  const client = new pg.Client({ connectionString: app.database.adminUrl });
  await client.connect();
  const secret = (first.body.key as string).slice(-43);
  const { rows: tables } = await client.query<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables)
    expect([
      name,
      (await client.query(`select 1 from ${name} t where t::text like $1`, [`%${secret}%`])).rowCount,
    ]).toEqual([name, 0]);
  await client.end();
});

test('only who may see injuries makes a key that tells of them; nobody else makes any', async () => {
  const keeper = await app.member(org, ['UPDATE_ORGANIZATION'], 'Kim Keeper');
  expect((await make({}, keeper)).status).toBe(201);
  for (const more of [{ includeSensitive: true }, { level: 'TEXT' }])
    expect((await make(more, keeper)).status).toBe(403);
  expect((await make({ level: 'TEXT', includeSensitive: true })).status).toBe(201);
  expect((await make({}, await app.member(org, 'standard', 'Sam Standard'))).status).toBe(403);
});

test('a key has a name, a day within a year and types that there are, and there are twenty at most', async () => {
  const errors = async (more: object) =>
    (await make(more)).body.fieldErrors?.map(({ field }: { field: string }) => field);
  expect(await errors({ name: ' ' })).toEqual(['name']);
  expect(await errors({ expiresOn: '2020-01-01' })).toEqual(['expiresOn']);
  expect(await errors({ expiresOn: inDays(400) })).toEqual(['expiresOn']);
  expect(await errors({ types: ['plimsoll.nothing.v1'] })).toEqual(['types.0']);
  for (let made = 0; made < 20; made++) expect((await make({ name: `Key ${made}` })).status).toBe(201);
  expect((await make()).body.className).toBe('LimitReached');
  expect((await revoke(uuidv4())).status).toBe(404);
});

test('sixty calls a minute are answered', async () => {
  const {
    body: { key },
  } = await make();
  // The calls may span two minutes, each below the limit: only more than two minutes' worth must reach it.
  const statuses = [];
  for (let call = 0; call < 121; call++) statuses.push((await feed(key)).status);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
  expect(statuses).toContain(429);
});

test('anybody may read the schemas of integration events', async () => {
  const document = await app.call('GET', '/integration/asyncapi');
  expect(document.body.asyncapi).toBe('3.0.0');
  expect((await app.call('GET', '/integration/schemas/plimsoll.incident.reported.v1')).body.title).toBe(
    'plimsoll.incident.reported.v1',
  );
  expect((await app.call('GET', '/integration/schemas/toString')).status).toBe(404);
});
