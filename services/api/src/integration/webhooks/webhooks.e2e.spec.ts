import pg from 'pg';
import { v4 as uuidv4 } from 'uuid';
import { TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';
import { followUpsOf } from '../../commands/follow-up.ts';
import { followUps } from '../../commands/follow-ups.ts';

type SignedInPerson = TestPerson & { readonly token: string };
let app: TestApplication;
let database: pg.Client;
let org: string;
let admin: SignedInPerson;
let keeper: SignedInPerson;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent', webhookNetworks: ['10.1.0.0/16'] });
  database = new pg.Client({ connectionString: app.database.adminUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await app?.stop();
});
beforeEach(async () => {
  org = await app.found('Told Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
  keeper = await app.member(org, ['UPDATE_ORGANIZATION'], 'Kim Keeper');
});

const asked = (more: object = {}) => ({
  name: 'Warehouse',
  url: 'https://8.8.8.8/plimsoll',
  level: 'FACTS',
  includeSensitive: false,
  isEnabled: true,
  ...more,
});
const call = (
  method: string,
  path = '',
  body?: object,
  { by = admin, headers = {} }: { by?: SignedInPerson; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  app.call(method, `/orgs/${org}/webhooks${path}`, { token: by.token, headers, ...(body && { body }) });
const made = async (more: object = {}): Promise<string> => (await call('POST', '', asked(more))).body.webhookGuid;

test('an endpoint is made, its secret is shown once and told again to a repetition alone, and the database holds it nowhere', async () => {
  const headers = { 'Idempotency-Key': uuidv4() };
  const { status, body } = await call('POST', '', asked(), { headers });
  const { secret, webhookGuid, ...shown } = body;
  expect([status, shown]).toEqual([
    201,
    {
      name: 'Warehouse',
      url: 'https://8.8.8.8/plimsoll',
      types: null,
      level: 'FACTS',
      includeSensitive: false,
      isEnabled: true,
      status: 'ACTIVE',
      disabledBecause: null,
      lastDeliveredAt: null,
      dead: 0,
      createdAt: expect.any(String),
      createdBy: expect.objectContaining({ name: 'Anna Lund' }),
      owner: expect.objectContaining({ name: 'Anna Lund' }),
    },
  ]);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect((await call('POST', '', asked(), { headers })).body).toEqual(body);
  expect((await call('GET')).body).toEqual({ items: [{ webhookGuid, ...shown }], totalCount: 1 });
  expect((await call('GET', `/${webhookGuid}`)).body).toEqual({ webhookGuid, ...shown });
  const bytes = Buffer.from((secret as string).slice(6), 'base64');
  const { rows: tables } = await database.query<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables)
    for (const written of [bytes.toString('base64'), bytes.toString('hex')])
      expect([
        name,
        (await database.query(`select 1 from ${name} t where strpos(t::text, $1) > 0`, [written])).rowCount,
      ]).toEqual([name, 0]);
});

test('omitted fields of a change stay, the same again writes nothing, and a removed endpoint is gone with all its stored data', async () => {
  const webhook = await made();
  const paused = await call('PATCH', `/${webhook}`, { isEnabled: false, name: 'Yard' });
  expect([paused.status, paused.body]).toEqual([
    200,
    expect.objectContaining({ name: 'Yard', isEnabled: false, status: 'PAUSED', level: 'FACTS' }),
  ]);
  expect((await call('PATCH', `/${webhook}`, { isEnabled: false })).headers.get('position')).toBe(
    paused.headers.get('position'),
  );
  expect((await call('PATCH', `/${webhook}`, { types: ['plimsoll.incident.approved.v1'] })).body.types).toEqual([
    'plimsoll.incident.approved.v1',
  ]);
  expect((await call('PATCH', `/${webhook}`, { types: null })).body.types).toBeNull();
  await call('POST', `/${webhook}/test`);
  expect([
    (await call('DELETE', `/${webhook}`)).status,
    (await call('DELETE', `/${webhook}`)).status,
    (await call('DELETE', `/${uuidv4()}`)).status,
  ]).toEqual([204, 204, 404]);
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { name: 'X' }],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['POST', '/rewind', { after: 0 }],
    ['POST', '/replay-dead'],
    ['GET', '/deliveries'],
    ['POST', `/deliveries/${uuidv4()}/replay`],
  ] as const) {
    expect([path, (await call(method, `/${webhook}${path}`, body)).body.className]).toEqual([path, 'RecordNotFound']);
  }
  for (const table of ['webhook_secrets', 'webhook_endpoints', 'webhook_deliveries'])
    expect((await database.query(`select 1 from ${table} where tenant = $1`, [org])).rowCount).toBe(0);
});

test('nothing is sent to what is not public, in whatever form it is written', async () => {
  const webhook = await made();
  for (const url of [
    'http://8.8.8.8/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://a.localhost:8443/',
    'https://[::1]/',
    'https://8.8.8.8:8/',
    'https://me@8.8.8.8/',
    'https://169.254.169.254/',
    'ftp://8.8.8.8/',
  ]) {
    for (const answer of [await call('POST', '', asked({ url })), await call('PATCH', `/${webhook}`, { url })])
      expect([url, answer.body]).toEqual([
        url,
        expect.objectContaining({ status: 422, className: 'AddressNotAllowed' }),
      ]);
  }
});

test('a name that has no address yet and a permitted network are taken; what is malformed is named', async () => {
  for (const url of ['https://hooks.example.test/a', 'http://10.1.2.3:8080/', 'https://[2606:4700::1111]/'])
    expect([url, (await call('POST', '', asked({ url }))).status]).toEqual([url, 201]);
  const errors = async (more: object) =>
    (await call('POST', '', asked(more))).body.fieldErrors?.map(({ field }: { field: string }) => field);
  expect([
    await errors({ name: ' ' }),
    await errors({ url: 'nowhere' }),
    await errors({ types: ['plimsoll.nothing.v1'] }),
    await errors({ url: `https://8.8.8.8/${'x'.repeat(2_000)}` }),
  ]).toEqual([['name'], ['url'], ['types.0'], ['url']]);
});

test('only who may see injuries makes or changes what tells of them; anybody who keeps endpoints may pause and remove it', async () => {
  for (const more of [{ includeSensitive: true }, { level: 'TEXT' }]) {
    expect((await call('POST', '', asked(more), { by: keeper })).status).toBe(403);
    const webhook = await made(more);
    for (const changes of [{ url: 'https://8.8.4.4/' }, { name: 'Mine' }, { level: 'FACTS', includeSensitive: false }])
      expect((await call('PATCH', `/${webhook}`, changes, { by: keeper })).status).toBe(403);
    expect((await call('POST', `/${webhook}/rotate-secret`, undefined, { by: keeper })).status).toBe(403);
    expect((await call('PATCH', `/${webhook}`, { isEnabled: false }, { by: keeper })).body.status).toBe('PAUSED');
    expect((await call('PATCH', `/${webhook}`, { isEnabled: true }, { by: keeper })).status).toBe(403);
    expect((await call('DELETE', `/${webhook}`, undefined, { by: keeper })).status).toBe(204);
  }
  const own = (await call('POST', '', asked(), { by: keeper })).body.webhookGuid;
  expect((await call('PATCH', `/${own}`, { level: 'TEXT' }, { by: keeper })).status).toBe(403);
  expect((await call('PATCH', `/${own}`, { level: 'PERSONS' }, { by: keeper })).status).toBe(200);
});

test('another secret replaces the first, and is shown again to a repetition until the next one', async () => {
  const {
    body: { webhookGuid, secret: first },
  } = await call('POST', '', asked());
  const headers = { 'Idempotency-Key': uuidv4() };
  const rotated = await call('POST', `/${webhookGuid}/rotate-secret`, undefined, { headers });
  expect([rotated.status, rotated.body.secret !== first, rotated.body.secret]).toEqual([
    200,
    true,
    expect.stringMatching(/^whsec_/),
  ]);
  expect((await call('POST', `/${webhookGuid}/rotate-secret`, undefined, { headers })).body.secret).toBe(
    rotated.body.secret,
  );
  await call('POST', `/${webhookGuid}/rotate-secret`);
  expect((await call('POST', `/${webhookGuid}/rotate-secret`, undefined, { headers })).body.secret).toBeNull();
});

test('a test is a delivery; deliveries are listed by status and tried again, one or all the dead ones', async () => {
  const webhook = await made();
  const headers = { 'Idempotency-Key': uuidv4() };
  const {
    status,
    body: { deliveryGuid },
  } = await call('POST', `/${webhook}/test`, undefined, { headers });
  expect([status, (await call('POST', `/${webhook}/test`, undefined, { headers })).body.deliveryGuid]).toEqual([
    201,
    deliveryGuid,
  ]);
  const pending = {
    deliveryGuid,
    eventId: deliveryGuid,
    type: 'plimsoll.ping.v1',
    position: null,
    status: 'PENDING',
    attempts: [],
    nextAt: expect.any(String),
  };
  expect((await call('GET', `/${webhook}/deliveries`)).body).toEqual({ items: [pending], totalCount: 1 });
  const attempts = [{ at: '2026-03-02T08:00:00.000Z', status: 500, milliseconds: 12, fault: null, excerpt: 'no' }];
  await database.query(
    "update webhook_deliveries set status = 'DEAD', next_at = null, tries = 10, attempts = $2 where delivery_guid = $1",
    [deliveryGuid, JSON.stringify(attempts)],
  );
  expect([
    (await call('GET', `/${webhook}/deliveries?status=PENDING`)).body.totalCount,
    (await call('GET', `/${webhook}/deliveries?status=DEAD`)).body.items,
  ]).toEqual([0, [{ ...pending, status: 'DEAD', attempts, nextAt: null }]]);
  expect((await call('GET', `/${webhook}`)).body.dead).toBe(1);
  expect([
    (await call('POST', `/${webhook}/replay-dead`)).body,
    (await call('POST', `/${webhook}/replay-dead`)).body,
  ]).toEqual([{ replayed: 1 }, { replayed: 0 }]);
  expect((await call('POST', `/${webhook}/deliveries/${deliveryGuid}/replay`)).body).toEqual({ ...pending, attempts });
  expect((await call('POST', `/${webhook}/deliveries/${uuidv4()}/replay`)).status).toBe(404);
  expect((await call('GET', `/${webhook}/deliveries?status=LOST`)).status).toBe(400);
});

test('an endpoint goes back in the log and not ahead of it', async () => {
  const webhook = await made();
  const position = async () =>
    (
      await database.query<{ position: number }>(
        'select position::int as position from webhook_endpoints where webhook_guid = $1',
        [webhook],
      )
    ).rows[0]!.position;
  await database.query('update webhook_endpoints set position = 4 where webhook_guid = $1', [webhook]);
  expect([(await call('POST', `/${webhook}/rewind`, { after: 1 })).body, await position()]).toEqual([{ after: 1 }, 1]);
  expect([(await call('POST', `/${webhook}/rewind`, { after: 3 })).status, await position()]).toEqual([200, 1]);
  expect((await call('POST', `/${webhook}/rewind`, { after: 1_000_000 })).body).toMatchObject({
    status: 400,
    fieldErrors: [{ field: 'after' }],
  });
  expect((await call('POST', `/${webhook}/rewind`, { after: -1 })).status).toBe(400);
});

test('one that takes nothing is disabled, says why, and is enabled again by hand', async () => {
  const webhook = await made();
  const carryOut = followUpsOf(app.api.application, followUps);
  const job = { id: uuidv4(), kind: 'DISABLE_WEBHOOK', ids: { organization: org, webhook, because: 'FAILING' } };
  expect([await carryOut(job), await carryOut(job)]).toEqual([{ done: 'Carried out' }, { done: 'Carried out' }]);
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);
  expect((await call('GET', `/${webhook}`)).body).toMatchObject({
    status: 'DISABLED',
    isEnabled: false,
    disabledBecause: 'FAILING',
  });
  expect((await call('PATCH', `/${webhook}`, { isEnabled: true })).body).toMatchObject({
    status: 'ACTIVE',
    isEnabled: true,
    disabledBecause: null,
  });
});

test('there are twenty at most', async () => {
  for (let count = 0; count < 20; count++)
    expect((await call('POST', '', asked({ name: `Endpoint ${count}` }))).status).toBe(201);
  expect((await call('POST', '', asked())).body.className).toBe('LimitReached');
});
