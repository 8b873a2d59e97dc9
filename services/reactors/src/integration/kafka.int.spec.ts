import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Level } from '@plimsoll/contracts/integration/channel';
import { cloudEvent, topicsWith, type CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import { IntegrationFeed } from '@plimsoll/projections/integration/integration-feed';
import type pg from 'pg';
import { PeopleLog } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { KafkaBroker, SIGN_IN, whyNoKafka, type Consumed } from '../../test/kafka/kafka-broker.ts';
import { openReactorPool } from '../reactor-pool.ts';
import {
  kafkaClients,
  saslMechanisms,
  type KafkaBrokers,
  type KafkaClient,
  type KafkaPublisher,
} from './kafka-publisher.ts';
import { openKafka } from './open-kafka.ts';
import { KafkaExporter } from './run-kafka-export.ts';

const because = whyNoKafka();
if (because) console.warn(`The tests of Kafka were not run: ${because}`);
const PUBLIC_URL = 'https://safety.example.com';
const MAX_BYTES = 900_000;

/** Tests that need a broker of our own: TLS, users, restarts. */
const testOfOwn = process.env['KAFKA_TEST_BROKERS'] ? test.skip : test;

(because ? describe.skip : describe)(because ? `not run, since ${because}` : `Kafka ${KafkaBroker.version()}`, () => {
  let broker: KafkaBroker;
  let people: PeopleLog;
  let pool: pg.Pool;
  const open: KafkaPublisher[] = [];

  beforeAll(async () => {
    [broker, people] = await Promise.all([KafkaBroker.start(), PeopleLog.open()]);
    pool = openReactorPool(people.log.database.projectorUrl);
    console.log(
      `Kafka ${KafkaBroker.version()} at ${broker.brokers.join()}, process ${broker.pid ?? 'of somebody else'}`,
    );
  }, 180_000);
  afterAll(async () => {
    await Promise.all(open.map((publisher) => publisher.close()));
    await pool?.end();
    await people?.log.close();
    await broker?.stop();
  });

  async function opened(client: KafkaClient, more: Partial<KafkaBrokers> = {}): Promise<KafkaPublisher> {
    const publisher = await openKafka(client, { brokers: broker.brokers, topics: [], ...more });
    open.push(publisher);
    return publisher;
  }

  describe.each(kafkaClients)('%s', (client) => {
    test('missing topics are an error with their names, or are created if configured', async () => {
      const topics = [`missing-${client}-a`, `missing-${client}-b`];
      await expect((await opened(client, { topics: [topics[0]!] })).check()).rejects.toThrow(
        `The topic ${topics[0]} is missing`,
      );
      await expect((await opened(client, { topics })).check()).rejects.toThrow(
        `The topics ${topics.join(', ')} are missing`,
      );
      await expect(
        (await opened(client)).publish([{ topic: topics[0]!, key: 'k', value: 'v', headers: {} }]),
      ).rejects.toThrow('A topic is missing');
      expect(await broker.topics()).not.toContain(topics[0]);
      const making = await opened(client, { topics, createTopics: { partitions: 2, replicas: 1 } });
      await making.check();
      await making.check();
      expect(await broker.topics()).toEqual(expect.arrayContaining(topics));
      await making.publish([{ topic: topics[1]!, key: 'k', value: 'v', headers: { a: 'b' } }]);
    });

    testOfOwn(
      'brokers are reached by TLS alone where the certificate is known, and by each way to sign in',
      async () => {
        const { tls, sasl } = broker.place!;
        await (await opened(client, { brokers: [`localhost:${tls}`], tls: { ca: broker.ca } })).check();
        await expect((await opened(client, { brokers: [`localhost:${tls}`], tls: {} })).check()).rejects.toThrow(
          'The connection by TLS cannot be made',
        );
        for (const mechanism of saslMechanisms) {
          const signedIn = await opened(client, {
            brokers: [`localhost:${sasl}`],
            tls: { ca: broker.ca },
            sasl: { mechanism, ...SIGN_IN },
            topics: [`signed-in-${client}`],
            createTopics: { partitions: 1, replicas: 1 },
          });
          await signedIn.check();
          await signedIn.publish([{ topic: `signed-in-${client}`, key: mechanism, value: mechanism, headers: {} }]);
          await expect(
            (
              await opened(client, {
                brokers: [`localhost:${sasl}`],
                tls: { ca: broker.ca },
                sasl: { mechanism, ...SIGN_IN, password: 'another' },
              })
            ).check(),
          ).rejects.toThrow('The brokers do not take the user name and password');
        }
      },
    );

    test('a closed port and a message that is too large have their own error texts', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      await new Promise((resolve) => server.close(resolve));
      const nowhere = await opened(client, { brokers: [`localhost:${port}`] });
      await expect(nowhere.check()).rejects.toThrow('The brokers cannot be reached');
      await expect(nowhere.publish([{ topic: 'x', key: 'k', value: 'v', headers: {} }])).rejects.toThrow(
        'The brokers cannot be reached',
      );
      await broker.createTopics([`large-${client}`], 1);
      await expect(
        (await opened(client)).publish([
          { topic: `large-${client}`, key: 'k', value: 'v'.repeat(2_000_000), headers: {} },
        ]),
      ).rejects.toThrow('A message is larger than the brokers take');
    });
  });

  test('both clients use the partitions of the Java client and preserve the order of each key', async () => {
    const topic = `parity-${randomUUID()}`;
    await broker.createTopics([topic], 7);
    const keys = Array.from({ length: 60 }, () => randomUUID());
    broker.produceByJava(topic, keys, 'java');
    for (const client of kafkaClients) {
      const publisher = await opened(client);
      for (const time of ['first', 'second'])
        await publisher.publish(
          keys.map((key) => ({ topic, key, value: `${client} ${time}`, headers: { 'content-type': 'text/plain' } })),
        );
    }
    const records = broker.consume(topic, keys.length * 5);
    const byKey = Map.groupBy(records, ({ key }) => key);
    expect(byKey.size).toBe(keys.length);
    for (const written of byKey.values()) {
      expect(new Set(written.map(({ partition }) => partition)).size).toBe(1);
      expect(written.map(({ value }) => value)).toEqual([
        'java',
        'kafkajs first',
        'kafkajs second',
        'platformatic first',
        'platformatic second',
      ]);
    }
    expect(new Set(records.map(({ partition }) => partition)).size).toBe(7);
    expect(
      records.filter(({ value }) => value !== 'java').every(({ headers }) => headers['content-type'] === 'text/plain'),
    ).toBe(true);
  });

  describe('the export', () => {
    let prefix: string;
    let tenant: string;
    const exporters: KafkaExporter[] = [];
    const topics = () => topicsWith(prefix);
    const incidents = () => `${prefix}plimsoll.incidents.v1`;

    beforeEach(async () => {
      prefix = `e${randomUUID().slice(0, 8)}.`;
      await pool.query('update kafka_exports set position = 1000000000');
      tenant = await people.found();
    });
    afterEach(async () => {
      await Promise.all(exporters.splice(0).map((exporter) => exporter.stop()));
    });

    async function exporterWith(
      more: Partial<ConstructorParameters<typeof KafkaExporter>[0]> = {},
    ): Promise<KafkaExporter> {
      const exporter = new KafkaExporter({
        log: people.log.store,
        pool,
        reader: people.log.reader,
        publicUrl: PUBLIC_URL,
        topicPrefix: prefix,
        maxBytes: MAX_BYTES,
        publisher: await opened('kafkajs', { topics: topics() }),
        onError: () => undefined,
        ...more,
      });
      exporters.push(exporter);
      return exporter;
    }
    async function set(
      more: { isEnabled?: boolean; level?: Level; includeSensitive?: boolean; startFrom?: 'NOW' | 'BEGINNING' } = {},
      of = tenant,
    ): Promise<void> {
      await people.log.asAdmin('insert into kafka_exports (tenant) values ($1) on conflict do nothing', [of]);
      await people.log.tell({
        tenant: of,
        stream: streamOf(of),
        event: {
          type: 'KafkaExportSet',
          data: { isEnabled: true, level: 'FACTS', includeSensitive: false, startFrom: 'NOW', ...more },
        },
      });
      await people.log.project();
    }
    const streams = new Map<string, string>();
    const streamOf = (of: string): string => streams.get(of) ?? streams.set(of, randomUUID()).get(of)!;
    const stands = async (of = tenant) =>
      (
        await people.log.asAdmin('select position::int as position, fault from kafka_exports where tenant = $1', [of])
      )[0] as { position: number | null; fault: string | null };
    const head = async () => (await people.log.store.read(tenant, 0, 1)).head;
    const events = (records: readonly Consumed[]): CloudEvent[] =>
      records.map(({ value }) => cloudEvent.parse(JSON.parse(value)));

    test('each organization is exported by its settings, from when it enabled it: as in the feed, keyed by the stream, and once', async () => {
      await broker.createTopics(topics());
      const [facts, texts, off] = [tenant, await people.found(), await people.found()];
      await people.report(facts);
      await people.report(texts, { isSensitive: true });
      await set({}, facts);
      await set({ level: 'TEXT', includeSensitive: true, startFrom: 'BEGINNING' }, texts);
      await set({ isEnabled: false, startFrom: 'BEGINNING' }, off);
      const [plain] = [
        await people.report(facts),
        await people.report(facts, { isSensitive: true }),
        await people.report(texts),
        await people.report(off),
      ];
      const exporter = await exporterWith();
      expect([await exporter.catchUp(), await exporter.catchUp()]).toEqual([true, true]);
      const records = broker.consume(`${prefix.replaceAll('.', '\\.')}.*`, 3);
      const feed = new IntegrationFeed(people.log.store, PUBLIC_URL);
      const asFed = async (of: string, level: Level, includeSensitive: boolean, after: number) =>
        (
          await feed.read(
            { tenant: of, level, includeSensitive, types: null },
            { after, limit: 1_000, types: undefined },
          )
        ).events.map((event) => JSON.stringify(event));
      const texted = (of: string) =>
        records
          .filter(({ headers }) => headers['organization'] === of)
          .map(({ value }) => value)
          .sort();
      expect(texted(facts)).toEqual(await asFed(facts, 'FACTS', false, 3));
      expect(texted(texts)).toEqual((await asFed(texts, 'TEXT', true, 0)).sort());
      expect(texted(off)).toEqual([]);
      const one = records.find(({ key }) => key === plain)!;
      expect(one.headers).toEqual({
        'content-type': 'application/cloudevents+json',
        organization: facts,
        position: '4',
        type: 'plimsoll.incident.reported.v1',
      });
      expect([await stands(facts), await stands(off)]).toEqual([
        { position: await head(), fault: null },
        { position: null, fault: null },
      ]);

      await set({ isEnabled: false, startFrom: 'NOW' });
      await people.step(facts, plain, 'IncidentDeleted', {});
      await exporter.catchUp();
      await set({ startFrom: 'BEGINNING' });
      await exporter.catchUp();
      expect(
        events(broker.consume(incidents(), 4))
          .filter(({ organization }) => organization === facts)
          .map(({ type }) => type),
      ).toEqual(['plimsoll.incident.reported.v1', 'plimsoll.incident.deleted.v1']);
    });

    test('missing topics stop it with an error; once they exist it continues', async () => {
      await set();
      await people.report(tenant);
      const exporter = await exporterWith();
      await exporter.start();
      await eventually(stands, ({ fault }) => fault === `The topics ${topics().join(', ')} are missing`);
      expect(await stands()).toMatchObject({ position: null });
      await broker.createTopics(topics());
      await eventually(stands, ({ position, fault }) => position !== null && fault === null);
      expect(await stands()).toEqual({ position: await head(), fault: null });
    });

    test('an event that cannot be published stops only its organization', async () => {
      await broker.createTopics(topics());
      const other = await people.found();
      await set();
      await set({}, other);
      const [before] = [await people.report(tenant), await people.report(other)];
      const { position } = { position: await head() };
      const log = {
        heads: () => people.log.store.heads(),
        load: people.log.store.load.bind(people.log.store),
        watch: people.log.store.watch.bind(people.log.store),
        read: async (...asked: Parameters<typeof people.log.store.read>) => {
          const page = await people.log.store.read(...asked);
          return {
            ...page,
            events: page.events.map((event) =>
              event.tenant === tenant && event.position > position
                ? { ...event, unreadable: 'it was written by nobody' as never }
                : event,
            ),
          };
        },
      };
      await people.report(tenant);
      await people.report(other);
      const exporter = await exporterWith({ log });
      await exporter.catchUp();
      expect(await stands()).toEqual({ position, fault: `The event at position ${position + 1} cannot be told` });
      expect((await stands(other)).fault).toBeNull();
      expect(
        events(broker.consume(incidents(), 3))
          .filter(({ organization }) => organization === tenant)
          .map(({ subject }) => subject),
      ).toEqual([`reported-events/${before}`]);
      await (await exporterWith()).catchUp();
      expect(await stands()).toEqual({ position: await head(), fault: null });
    });

    test('one of two processes exports, and the other takes over when it ends', async () => {
      await broker.createTopics(topics());
      await set();
      const [first, second] = [await exporterWith(), await exporterWith()];
      await first.start();
      await eventually(stands, ({ position }) => position !== null);
      expect(await second.catchUp()).toBe(false);
      await first.stop();
      await people.report(tenant);
      expect(await second.catchUp()).toBe(true);
      expect((await stands()).position).toBe(await head());
    });
  });
});
