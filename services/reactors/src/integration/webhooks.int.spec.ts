import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cloudEvent, type CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import { WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import { WebhookSecrets } from '@plimsoll/shared/webhook-secrets';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { PeopleLog } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { MailServer } from '../../test/mail-server.ts';
import { startReactors } from '../start-reactors.ts';
import { openReactorPool } from '../reactor-pool.ts';
import { WebhookRunner } from './run-webhooks.ts';
import type { JobData } from '../jobs/jobs.ts';

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const HOUR = 3_600_000;
let people: PeopleLog;
let pool: pg.Pool;
let server: Server;
let secrets: WebhookSecrets;
let tenant: string;
let now: Date;
let received: Received[];
let jobs: JobData[];
/** The receiver's answer. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  people = await PeopleLog.open();
  pool = openReactorPool(people.log.database.projectorUrl);
  secrets = new WebhookSecrets(people.log.sealingKey);
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        received.push({
          path: request.url!,
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
        });
        answer(request, response);
      });
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await pool?.end();
  await people?.log.close();
});
beforeEach(async () => {
  [now, received, jobs, answer] = [new Date(), [], [], (_, response) => response.end('taken')];
  tenant = await people.found();
  await pool.query('delete from webhook_endpoints');
});

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const statuses =
  (...given: number[]) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(given.length > 1 ? given.shift()! : given[0]!).end('no');
const runnerWith = (
  networks = ['127.0.0.0/8'],
  resolve = (_: string): Promise<readonly string[]> => Promise.resolve([]),
) =>
  new WebhookRunner({
    log: people.log.store,
    pool,
    reader: people.log.reader,
    addresses: new WebhookAddresses(networks, resolve),
    sealingKey: people.log.sealingKey,
    publicUrl: 'https://safety.example.com',
    newGuid: randomUUID,
    enqueue: (_, __, made) => Promise.resolve(void jobs.push(...made.map(({ data }) => data))),
    now: () => now,
    random: () => 0.5,
    onError: (error) => {
      throw error;
    },
  });
async function keep(webhookGuid: string, secret = Buffer.alloc(32, 7)): Promise<string> {
  const secretGuid = randomUUID();
  await transaction(pool, (client) => secrets.keep(client, { tenant, webhookGuid, secretGuid, secret }));
  return secretGuid;
}
async function endpoint(more: object = {}): Promise<string> {
  const webhookGuid = randomUUID();
  const data = {
    webhookGuid,
    name: 'Warehouse',
    url: `${url()}/hooks?of=a`,
    types: null,
    level: 'FACTS',
    includeSensitive: false,
    isEnabled: true,
    secretGuid: await keep(webhookGuid),
    ...more,
  };
  await people.log.tell({ tenant, stream: webhookGuid, event: { type: 'WebhookCreated', data } });
  await people.log.project();
  return webhookGuid;
}
const tell = async (stream: string, type: string, data: object): Promise<void> => {
  await people.log.tell({ tenant, stream, event: { type, data }, at: now.toISOString() });
  await people.log.project();
};
const deliveries = async (): Promise<Record<string, unknown>[]> =>
  people.log.asAdmin(
    'select status, tries, attempts, next_at, position::int as position, type from webhook_deliveries where tenant = $1 order by position',
    [tenant],
  );
const events = (): CloudEvent[] => received.map(({ body }) => JSON.parse(body) as CloudEvent);

test('events after an endpoint’s creation are posted to it once, signed by Standard Webhooks', async () => {
  await people.report(tenant);
  await endpoint();
  const incident = await people.report(tenant);
  const runner = runnerWith();
  await runner.catchUp();
  await runner.catchUp();
  expect(events().map(({ type, subject }) => [type, subject])).toEqual([
    ['plimsoll.incident.reported.v1', `reported-events/${incident}`],
  ]);
  const [{ path, headers, body }] = received as [Received];
  expect([path, headers['content-type'], headers['webhook-id'], cloudEvent.parse(JSON.parse(body)).id]).toEqual([
    '/hooks?of=a',
    'application/cloudevents+json',
    events()[0]!.id,
    events()[0]!.id,
  ]);
  const verify = (secret: Buffer) => new Webhook(secrets.textOf(secret)).verify(body, headers);
  expect(verify(Buffer.alloc(32, 7))).toEqual(JSON.parse(body));
  expect(() => verify(Buffer.alloc(32, 8))).toThrow();
  expect(await deliveries()).toMatchObject([
    { status: 'DELIVERED', tries: 1, next_at: null, attempts: [{ status: 200, fault: null, excerpt: null }] },
  ]);
});

test('for a day after a rotation both secrets sign, then only the new one', async () => {
  const webhook = await endpoint();
  await tell(webhook, 'WebhookSecretRotated', { secretGuid: await keep(webhook, Buffer.alloc(32, 9)) });
  await people.report(tenant);
  await runnerWith().catchUp();
  for (const byte of [7, 9])
    new Webhook(secrets.textOf(Buffer.alloc(32, byte))).verify(received[0]!.body, received[0]!.headers);
  now = new Date(now.getTime() + 25 * HOUR);
  await people.report(tenant);
  await runnerWith().catchUp();
  expect(received.map(({ headers }) => headers['webhook-signature']!.split(' ').length)).toEqual([2, 1]);
});

test('a delivery that fails is tried ten times by the retry table, then dead, until it is replayed', async () => {
  await endpoint();
  await people.report(tenant);
  answer = statuses(500, 302, 404);
  const waited: number[] = [];
  for (let tries = 1; ; tries++) {
    await runnerWith().catchUp();
    const [row] = await deliveries();
    expect(row!['tries']).toBe(tries);
    if (row!['status'] === 'DEAD') break;
    const next = row!['next_at'] as Date;
    waited.push(next.getTime() - now.getTime());
    now = new Date(next.getTime() - 1);
    await runnerWith().catchUp();
    now = next;
  }
  expect(waited).toEqual([5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]);
  expect([received.length, (await deliveries())[0]!['next_at']]).toEqual([10, null]);
  expect(
    ((await deliveries())[0]!['attempts'] as { status: number }[]).map(({ status }) => status).slice(0, 3),
  ).toEqual([500, 302, 404]);
  answer = statuses(204);
  await pool.query("update webhook_deliveries set status = 'PENDING', tries = 0, next_at = $2 where tenant = $1", [
    tenant,
    now,
  ]);
  await runnerWith().catchUp();
  expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', tries: 1 }]);
});

test('an endpoint that answers 410 or fails for five days is disabled, and gets nothing more', async () => {
  const webhook = await endpoint();
  await people.report(tenant);
  answer = statuses(410);
  await runnerWith().catchUp();
  expect(jobs).toEqual([{ kind: 'DISABLE_WEBHOOK', ids: { organization: tenant, webhook, because: 'GONE' } }]);
  await tell(webhook, 'WebhookDisabled', { because: 'GONE' });
  now = new Date(now.getTime() + HOUR);
  await people.report(tenant);
  await runnerWith().catchUp();
  expect(received).toHaveLength(1);
  await tell(webhook, 'WebhookChanged', { isEnabled: true });
  now = new Date(now.getTime() + HOUR);
  answer = statuses(500);
  await runnerWith().catchUp();
  expect([received.length, jobs.length]).toEqual([3, 1]);
  now = new Date(now.getTime() + 120 * HOUR);
  await runnerWith().catchUp();
  expect(jobs.at(-1)).toMatchObject({ ids: { because: 'FAILING' } });
});

test('a name is connected at the checked addresses only, and never at this machine', async () => {
  const { port } = server.address() as AddressInfo;
  const asked: string[] = [];
  const resolve = (name: string) => {
    asked.push(name);
    return Promise.resolve(asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.1', '10.0.0.1']);
  };
  await endpoint({ url: `http://hooks.example.com:${port}/named` });
  await people.report(tenant);
  const runner = runnerWith(['127.0.0.0/8'], resolve);
  await runner.catchUp();
  expect([received.map(({ path, headers }) => [path, headers['host']]), asked]).toEqual([
    [['/named', `hooks.example.com:${port}`]],
    ['hooks.example.com'],
  ]);
  await people.report(tenant);
  await runner.catchUp();
  await endpoint();
  await people.report(tenant);
  await runnerWith([]).catchUp();
  expect(received).toHaveLength(1);
  expect(
    (await deliveries())
      .flatMap(({ attempts }) => (attempts as { fault: string | null }[]).map(({ fault }) => fault))
      .filter((error) => /^The address is not allowed/.test(error ?? '')),
  ).toHaveLength(3);
});

test('redirects are not followed, and an answer to an event is not stored: it may repeat what was sent', async () => {
  await endpoint();
  await people.report(tenant);
  answer = (_, response) =>
    void response
      .writeHead(307, { location: `${url()}/elsewhere`, 'retry-after': '7200' })
      .end(`\0${'x'.repeat(1_000_000)}`);
  await runnerWith().catchUp();
  expect(received.map(({ path }) => path)).toEqual(['/hooks?of=a']);
  const [{ attempts, next_at: next }] = (await deliveries()) as [
    { attempts: { status: number; excerpt: string | null }[]; next_at: Date },
  ];
  expect([attempts[0]!.status, attempts[0]!.excerpt, next.getTime() - now.getTime()]).toEqual([307, null, 2 * HOUR]);
});

test('at most ten thousand deliveries of an endpoint are queued; further events stay in the log until there is space', async () => {
  const webhook = await endpoint();
  const later = new Date(now.getTime() + HOUR);
  await pool.query(
    `insert into webhook_deliveries (tenant, delivery_guid, webhook_guid, event_id, type, position, status, next_at, made_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), 'plimsoll.incident.reported.v1', 1, 'RETRYING', $3, $3 from generate_series(1, 9999)`,
    [tenant, webhook, later],
  );
  await people.report(tenant);
  const second = await people.report(tenant);
  answer = statuses(500);
  await runnerWith().catchUp();
  expect(received).toHaveLength(1);
  await pool.query("update webhook_deliveries set status = 'DEAD', next_at = null where position = 1 and tenant = $1", [
    tenant,
  ]);
  answer = statuses(200);
  await runnerWith().catchUp();
  expect(
    events()
      .map(({ subject }) => subject)
      .at(-1),
  ).toBe(`reported-events/${second}`);
});

test('a test is signed, sent even to a paused endpoint, and tried once; the start of its answer is stored', async () => {
  const webhook = await endpoint({ isEnabled: false });
  const delivery = randomUUID();
  await pool.query(
    "insert into webhook_deliveries (tenant, delivery_guid, webhook_guid, event_id, type, status, next_at, made_at) values ($1, $2, $3, $2, 'plimsoll.ping.v1', 'PENDING', $4, $4)",
    [tenant, delivery, webhook, now],
  );
  await people.report(tenant);
  answer = (_, response) => void response.writeHead(500).end(`\0${'x'.repeat(1_000_000)}`);
  await runnerWith().catchUp();
  const [{ body, headers }] = received as [Received];
  expect(new Webhook(secrets.textOf(Buffer.alloc(32, 7))).verify(body, headers)).toMatchObject({
    id: delivery,
    type: 'plimsoll.ping.v1',
    data: { webhookGuid: webhook },
  });
  expect(received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ status: 'DEAD', attempts: [{ status: 500, excerpt: 'x'.repeat(500) }] }]);
});

test('at most five requests to an endpoint are concurrent', async () => {
  await endpoint();
  for (let count = 0; count < 12; count++) await people.report(tenant);
  let [underWay, most] = [0, 0];
  answer = (_, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      response.end();
    }, 50);
  };
  await runnerWith().catchUp();
  expect([received.length, most]).toEqual([12, 5]);
});

test('only admins get mails about a disabled endpoint and about an auditor’s access, without the auditor’s name', async () => {
  const mails = await MailServer.start();
  const { appUrl, projectorUrl } = people.log.database;
  const reactors = await startReactors({
    appDatabaseUrl: appUrl,
    projectorDatabaseUrl: projectorUrl,
    sealingKey: people.log.sealingKey.toString('base64'),
    publicUrl: 'https://safety.example.com',
    smtp: { url: mails.url, from: 'Plimsoll <safety@example.com>' },
    webhookNetworks: ['127.0.0.0/8'],
  });
  try {
    await people.join(tenant);
    const admin = await people.join(tenant, 'Anna Lund');
    await people.makeAdmin(tenant, admin);
    const disabled = await endpoint();
    await people.report(tenant);
    await eventually(
      () => received.length,
      (count) => count === 1,
    );
    await tell(disabled, 'WebhookDisabled', { because: 'FAILING' });
    await eventually(
      () => mails.mails.filter(({ text }) => text?.includes(disabled)).length,
      (count) => count === 1,
    );
    const about = mails.mails.filter(({ subject }) => subject === 'A webhook of Northern Rigging was disabled');
    const grantGuid = randomUUID();
    await tell(grantGuid, 'AuditorGranted', {
      grantGuid,
      name: 'Ida Berg',
      emailAddress: 'ida.berg@audit.example',
      firm: 'Berg & Vale',
      purpose: 'Yearly audit',
      from: '2026-01-01',
      to: '2026-12-31',
      formGuids: null,
      worksiteGuids: null,
      eventIds: null,
      includeSensitive: false,
      withNames: false,
      expiresAt: '2026-12-14T10:00:00.000Z',
    });
    const granted = await eventually(
      () => mails.mails.filter(({ subject }) => subject === 'An auditor may look into Northern Rigging'),
      ({ length }) => length === 1,
    );
    expect(granted[0]!.text).toMatch(
      /until 14 December 2026\.[\s\S]*https:\/\/safety\.example\.com\/settings\/organization\/auditors/,
    );
    expect(granted[0]!.text).not.toMatch(/Ida|Berg/);
    expect(mails.recipients.every((address) => address === admin.emailAddress)).toBe(true);
    expect(
      about
        .filter(({ text }) => text!.includes(disabled))
        .map(({ text }) => [
          /For five days it took nothing/.test(text!),
          text!.includes(`https://safety.example.com/settings/organization/integrations/webhooks/${disabled}`),
        ]),
    ).toEqual([[true, true]]);
  } finally {
    await reactors.close();
    await mails.stop();
  }
}, 30_000);

test('deliveries follow the endpoint’s current settings: sensitive incidents, level and types', async () => {
  const [plain, sensitive, typed] = [
    await endpoint(),
    await endpoint({ includeSensitive: true, level: 'TEXT', url: `${url()}/sensitive` }),
    await endpoint({ types: ['plimsoll.incident.deleted.v1'], url: `${url()}/typed` }),
  ];
  await people.report(tenant, { isSensitive: true });
  await tell(sensitive, 'WebhookChanged', { name: 'Told of all' });
  await runnerWith().catchUp();
  expect(received.map(({ path }) => path)).toEqual(['/sensitive']);
  await people.report(tenant, { isSensitive: true });
  answer = statuses(503);
  await runnerWith().catchUp();
  await tell(sensitive, 'WebhookChanged', { includeSensitive: false });
  now = new Date(now.getTime() + HOUR);
  await runnerWith().catchUp();
  expect([received.length, [plain, typed].length, (await deliveries()).map(({ status }) => status)]).toEqual([
    2,
    2,
    ['DELIVERED'],
  ]);
  await tell(plain, 'WebhookRemoved', {});
  await people.report(tenant);
  answer = statuses(200);
  await runnerWith().catchUp();
  expect(await people.log.asAdmin('select 1 from webhook_secrets where webhook_guid = $1', [plain])).toEqual([]);
});

test('twenty slow endpoints of one organization hold a part of the slots: deliveries of others start at once, and each slow endpoint gets one at a time', async () => {
  const held: { path: string; answer: () => void }[] = [];
  answer = ({ url: path }, response) => {
    if (path!.startsWith('/slow')) held.push({ path: path!, answer: () => void response.end() });
    else response.end();
  };
  for (let count = 0; count < 20; count++) await endpoint({ url: `${url()}/slow-${count}` });
  for (let count = 0; count < 3; count++) await people.report(tenant);
  const runner = runnerWith();
  await runner.start();
  try {
    await eventually(
      () => held.length,
      (count) => count >= 10,
    );
    const slowTenant = tenant;
    tenant = await people.found();
    await endpoint({ url: `${url()}/quick` });
    for (let count = 0; count < 7; count++) await people.report(tenant);
    await people.log.project();
    await eventually(
      () => received.filter(({ path }) => path === '/quick').length,
      (count) => count === 7,
    );
    // Each endpoint that is not known to be quick has one request under way.
    expect(held).toHaveLength(10);
    expect(new Set(held.map(({ path }) => path)).size).toBe(10);
    // Once they have shown to be slow, they are in a lane of their own, of which one organization has a half.
    await new Promise((done) => setTimeout(done, 2_100));
    const first = held.splice(0);
    for (const each of first) each.answer();
    await eventually(
      () => held.length,
      (count) => count >= 15,
    );
    const known = new Set(first.map(({ path }) => path));
    expect(held.filter(({ path }) => known.has(path))).toHaveLength(5);
    expect(
      await people.log.asAdmin(
        'select count(*)::int as slow from webhook_endpoints where tenant = $1 and took_ms >= 2000',
        [slowTenant],
      ),
    ).toEqual([{ slow: 10 }]);
  } finally {
    const stopping = runner.stop();
    for (const each of held) each.answer();
    await stopping;
  }
}, 30_000);
