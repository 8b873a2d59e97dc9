import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, type Api } from '@plimsoll/api/main';
import { levels, type Level } from '@plimsoll/contracts/integration/channel';
import type { CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { everyRow } from '@plimsoll/postgres/every-row';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { eventually } from '../../../services/reactors/test/eventually.ts';
import { KafkaBroker, whyNoKafka } from '../../../services/reactors/test/kafka/kafka-broker.ts';
import { RunningReactors } from '../../../services/reactors/test/running-reactors.ts';
import { DEMO_ORGANIZATION } from '@plimsoll/launcher/demo/demo-organization';
import { fillDemo } from '@plimsoll/launcher/demo/fill-demo';
import { allMigrations } from '@plimsoll/launcher/migrations';

const because =
  whyNoKafka() ??
  (process.env['KAFKA_TEST_BROKERS'] ? 'the brokers are of somebody else, who has topics of their own' : undefined);
if (because) console.warn(`The demo's history was not followed over three channels: ${because}`);

const PASSWORD = 'harbour-lantern-57';
const PATIENCE_MS = 120_000;
const PAGE = 1_000;

interface Channel {
  readonly name: string;
  readonly level: Level;
  readonly includeSensitive: boolean;
}
const everyChannel: readonly Channel[] = levels.flatMap((level) =>
  [true, false].map((includeSensitive) => ({
    name: `${level.toLowerCase()}${includeSensitive ? '-all' : ''}`,
    level,
    includeSensitive,
  })),
);
const isLong = process.env['HARDENING'] === 'long';
/** The short form uses the channels with the least and the most content. */
const channels = isLong ? everyChannel : everyChannel.filter(({ name }) => name === 'facts' || name === 'text-all');

/** Number of the log's last events that go to webhooks in the short form: each delivery takes several transactions. */
const DELIVERED = isLong ? Infinity : 100;

/** Texts that each channel delivered, byte for byte, by event id. */
type Delivered = ReadonlyMap<string, string>;

(because ? describe.skip : describe)(because ? `not run, since ${because}` : 'the demo’s whole history', () => {
  let broker: KafkaBroker;
  let database: TestDatabase;
  let admin: pg.Client;
  let api: Api;
  let receiver: Server;
  let filesDir: string;
  let log: readonly RecordedEvent[];
  /** Secrets that are shown only once: keys and webhook secrets. */
  const secrets: string[] = [];
  const delivered: Record<'feed' | 'webhooks' | 'kafka', Map<string, Delivered>> = {
    feed: new Map(),
    webhooks: new Map(),
    kafka: new Map(),
  };

  beforeAll(async () => {
    [broker, database] = await Promise.all([KafkaBroker.start(), createTestDatabase(allMigrations)]);
    admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    filesDir = mkdtempSync(join(tmpdir(), 'plimsoll-demo-files-'));
    const signingKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const options = {
      appDatabaseUrl: database.appUrl,
      projectorDatabaseUrl: database.projectorUrl,
      signingKey,
      sealingKey: randomBytes(32).toString('base64'),
      publicUrl: 'http://localhost:3000',
      webhookNetworks: ['127.0.0.0/8'],
      filesDir,
    };
    await fillDemo({ ...options, password: PASSWORD, say: () => undefined, now: new Date() });
    api = await startApi({
      ...options,
      host: '127.0.0.1',
      port: 0,
      kafka: { topicPrefix: '' },
      projector: true,
      logLevel: 'error',
    });
    await api.application.runner?.catchUp();
    log = await wholeLog(api);

    const received = new Map<string, string[]>();
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const name = request.url!.slice(1);
          received.set(name, [...(received.get(name) ?? []), Buffer.concat(chunks).toString()]);
          response.end();
        });
    }).listen(0, '127.0.0.1');
    const as = await signedIn(api);
    for (const channel of channels) await follow(as, channel);
    for (const channel of channels) {
      // An organization has one export: each level restarts it, with its own topics.
      expect(
        (
          await as('PUT', `/orgs/${DEMO_ORGANIZATION}/kafka`, {
            isEnabled: true,
            level: channel.level,
            includeSensitive: channel.includeSensitive,
            startFrom: 'BEGINNING',
          })
        ).status,
      ).toBe(200);
      await api.application.runner?.catchUp();
      await admin.query('update kafka_exports set position = 0');
      const reactors = await RunningReactors.start({
        appDatabaseUrl: options.appDatabaseUrl,
        projectorDatabaseUrl: options.projectorDatabaseUrl,
        sealingKey: options.sealingKey,
        publicUrl: options.publicUrl,
        webhookNetworks: options.webhookNetworks,
        kafka: {
          brokers: broker.brokers,
          client: 'kafkajs',
          topicPrefix: `${channel.name}.`,
          maxBytes: 900_000,
          createTopics: { partitions: 3, replicas: 1 },
        },
      });
      try {
        await eventually(
          async () =>
            (
              await admin.query<{ behind: number }>(
                'select (h.position - e.position)::int as behind from kafka_exports e join tenant_heads h using (tenant)',
              )
            ).rows[0]!.behind,
          (behind) => behind === 0,
          PATIENCE_MS,
        );
        if (channel === channels.at(-1))
          await eventually(
            () =>
              channels.map(({ name }) => new Set(received.get(name)).size - ofWebhooks(delivered.feed.get(name)!).size),
            (missing) => missing.every((each) => each >= 0),
            PATIENCE_MS,
          );
      } finally {
        // Jobs of killed reactors are picked up after a minute.
        await reactors.stop();
      }
    }
    for (const { name } of channels) {
      const topics = (await broker.topics()).filter((topic) => topic.startsWith(`${name}.plimsoll.`));
      const sizes = await Promise.all(topics.map((topic) => broker.size(topic)));
      delivered.kafka.set(
        name,
        byId(
          broker
            .consume(
              `${name}[.]plimsoll[.].*`,
              sizes.reduce((sum, size) => sum + size, 0),
            )
            .map(({ value }) => value),
        ),
      );
      delivered.webhooks.set(name, byId(received.get(name)!));
    }
  }, 400_000);
  afterAll(async () => {
    receiver?.closeAllConnections();
    receiver?.close();
    await api?.close();
    await admin?.end();
    await database?.drop();
    await broker?.stop();
    rmSync(filesDir, { recursive: true });
  });

  /** Creates a channel's key and endpoint, and reads the feed to its end. */
  async function follow(as: Ask, { name, level, includeSensitive }: Channel): Promise<void> {
    const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const {
      body: { key },
    } = await as('POST', `/orgs/${DEMO_ORGANIZATION}/api-keys`, {
      name,
      scopes: ['FEED'],
      level,
      includeSensitive,
      expiresOn,
    });
    const {
      body: { webhookGuid, secret },
    } = await as('POST', `/orgs/${DEMO_ORGANIZATION}/webhooks`, {
      name,
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${name}`,
      types: null,
      level,
      includeSensitive,
      isEnabled: true,
    });
    expect(
      (await as('POST', `/orgs/${DEMO_ORGANIZATION}/webhooks/${webhookGuid}/rewind`, { after: deliveredAfter() }))
        .status,
    ).toBe(200);
    secrets.push(key, secret);
    const texts: string[] = [];
    for (let after = 0; after < log.length; ) {
      const answer = await fetch(`${api.address}/api/feed?after=${after}&limit=${PAGE}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const events = (await answer.json()) as CloudEvent[];
      texts.push(...events.map((event) => JSON.stringify(event)));
      after = Number(answer.headers.get('next-after') ?? log.length);
      if (events.length === 0) break;
    }
    delivered.feed.set(name, byId(texts));
  }

  const deliveredAfter = () => Math.max(0, log.length - DELIVERED);
  /** The part of the feed that goes to webhooks. */
  const ofWebhooks = (feed: Delivered): Delivered =>
    new Map([...feed].filter(([, text]) => Number((JSON.parse(text) as CloudEvent).position) > deliveredAfter()));

  /** Texts by id, for the events that the log had at the first look. */
  function byId(texts: readonly string[]): Delivered {
    const events = texts
      .map((text) => [JSON.parse(text) as CloudEvent, text] as const)
      .filter(([{ position }]) => Number(position) <= log.length);
    return new Map(events.map(([{ id }, text]) => [id, text]));
  }

  test.each(channels)(
    'is delivered as $name by feed, webhook and Kafka in the same text, byte for byte',
    ({ name }) => {
      const feed = delivered.feed.get(name)!;
      process.stdout.write(`${name}: ${feed.size} of ${log.length} events\n`);
      expect(feed.size).toBeGreaterThan(500);
      expect(new Map([...delivered.kafka.get(name)!].sort())).toEqual(new Map([...feed].sort()));
      expect(new Map([...delivered.webhooks.get(name)!].sort())).toEqual(new Map([...ofWebhooks(feed)].sort()));
    },
  );

  test('every incident’s revisions have no gap where sensitive ones are included, and every id is the log’s', () => {
    const ids = new Set(log.map(({ id }) => id));
    for (const { name } of channels.filter(({ includeSensitive }) => includeSensitive)) {
      const events = [...delivered.feed.get(name)!.values()].map((text) => JSON.parse(text) as CloudEvent);
      expect(events.filter(({ id }) => !ids.has(id))).toEqual([]);
      const bySubject = Map.groupBy(
        events.filter(({ subject }) => subject.startsWith('reported-events/')),
        ({ subject }) => subject,
      );
      const incidents = new Set(
        log.filter(({ type }) => type === 'IncidentReported').map(({ stream }) => `reported-events/${stream.guid}`),
      );
      expect(new Set(bySubject.keys())).toEqual(incidents);
      for (const [subject, revisions] of bySubject)
        expect([subject, revisions.map(({ streamrevision }) => streamrevision)]).toEqual([
          subject,
          revisions.map((_, index) => index + 1),
        ]);
    }
  });

  test('without sensitive events not a guid of one goes out on any channel', () => {
    const sensitive = log
      .filter(
        ({ type, data }) =>
          type === 'IncidentReported' && (data as { form: { isSensitive: boolean } }).form.isSensitive,
      )
      .map(({ stream }) => stream.guid);
    expect(sensitive.length).toBeGreaterThan(20);
    for (const { name } of channels.filter(({ includeSensitive }) => !includeSensitive)) {
      for (const way of Object.values(delivered)) {
        const text = [...way.get(name)!.values()].join('\n');
        expect(sensitive.filter((guid) => text.includes(guid))).toEqual([]);
      }
    }
  });

  test('no name of an injured person, no treatment and no address is sent except in texts that people wrote, and neither they nor a secret are in plain form in the log or beside it', async () => {
    const words = new Set(log.flatMap(personalWordsOf));
    expect(words.size).toBeGreaterThan(20);
    for (const { name } of channels.filter(({ level }) => level !== 'TEXT')) {
      for (const way of Object.values(delivered)) {
        const text = [...way.get(name)!.values()].join('\n');
        expect([...words].filter((word) => text.includes(word))).toEqual([]);
      }
    }
    const dump = (await everyRow(admin))
      .filter((row) => /^(public\.)?(events|webhook_|api_key|kafka_|access_|audit_|erasure_|auditor_)/.test(row))
      .join('\n');
    expect(dump.length).toBeGreaterThan(1_000_000);
    expect(
      [...words, ...secrets].filter((word) => dump.includes(word) || dump.includes(Buffer.from(word).toString('hex'))),
    ).toEqual([]);
  });
});

/** Names and treatments of injured people, and addresses of members. */
function personalWordsOf({ type, data }: RecordedEvent): string[] {
  if (type === 'MemberJoined') return [(data as { emailAddress: string }).emailAddress];
  const { injuredPersons = [] } = (type === 'IncidentReported' || type === 'IncidentAmended' ? data : {}) as {
    injuredPersons?: readonly { name: string; treatment: string | null }[];
  };
  return injuredPersons.flatMap(({ name, treatment }) => [name, treatment ?? '']).filter((word) => word.length > 5);
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any response; the test checks it
type Ask = (method: string, path: string, body: unknown) => Promise<{ readonly status: number; readonly body: any }>;

async function signedIn({ address }: Api): Promise<Ask> {
  const ask = async (token: string, ...[method, path, body]: Parameters<Ask>): ReturnType<Ask> => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const {
    body: { jwt },
  } = await ask('', 'POST', '/auth', { identifier: 'admin@demo.example', password: PASSWORD });
  return (...asked) => ask(jwt, ...asked);
}

async function wholeLog({ application: { store } }: Api): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await store.read(DEMO_ORGANIZATION, events.length, PAGE);
    if (page.events.length === 0) return events;
    events.push(...page.events);
  }
}
