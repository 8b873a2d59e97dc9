import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApplication } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { SetKafkaExport } from '@plimsoll/api/integration/set-kafka-export';
import type { ApiOptions } from '@plimsoll/api/main';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import type { StartingPoint } from '@plimsoll/contracts/integration/kafka-events';
import { topicsWith } from '@plimsoll/contracts/integration/integration-event';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { IntegrationFeed } from '@plimsoll/projections/integration/integration-feed';
import { migrate } from '@plimsoll/postgres/migrate';
import { projections } from '@plimsoll/projections/platform/projections';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { kafkaMessage } from '@plimsoll/reactors/integration/kafka-message';
import type { KafkaMessage } from '@plimsoll/reactors/integration/kafka-publisher';
import { openKafka } from '@plimsoll/reactors/integration/open-kafka';
import { KafkaExporter } from '@plimsoll/reactors/integration/run-kafka-export';
import { openReactorPool } from '@plimsoll/reactors/reactor-pool';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import pg from 'pg';
import {
  median,
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { KafkaBroker } from '../../../services/reactors/test/kafka/kafka-broker.ts';
import { RunningReactors } from '../../../services/reactors/test/running-reactors.ts';
import { allMigrations } from '@plimsoll/launcher/migrations';
import { foundOrganizations, type BenchOrganization } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { fillAndAmend } from '../load/fill-and-amend.ts';
import { p99 } from '../load/lag-watch.ts';
import { ReportLoad, sendReport, signInAll } from '../load/report-load.ts';
import { askSteadily } from '../load/steady-load.ts';

export interface KafkaBenchOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
}

const PREFIX = 'bench.';
const MAX_BYTES = 900_000;
/** As many as the export sends at once. */
const AT_A_TIME = 500;
const ORGANIZATIONS = 20;
const CONNECTIONS = 16;
const PATIENCE_MS = 60_000;
const client = { clientId: 'bench', logLevel: logLevel.NOTHING } as const;

/**
 * P14: exporting events to Kafka, in alternation with a loop that sends the same prepared messages with kafkajs alone;
 * both in this process.
 */
export async function benchKafkaExport({
  adminUrl,
  rounds: count,
  events,
}: KafkaBenchOptions & { events: number }): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const [organization] = await foundOrganizations({ ...options, projector: false }, 1);
  await fillAndAmend(options, organization!, events);
  await enableExport(options, adminUrl, [organization!], 'BEGINNING');
  const broker = await KafkaBroker.start();
  const store = await openPostgresEventStore({
    appUrl: options.appDatabaseUrl,
    projectorUrl: options.projectorDatabaseUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(options.sealingKey, 'base64'),
    lanes: 1,
    readers: 2,
  });
  const [pool, readPool, admin] = [
    openReactorPool(options.projectorDatabaseUrl),
    openReactorPool(options.appDatabaseUrl, { max: 2, pipeline: true }),
    new pg.Client({ connectionString: adminUrl }),
  ];
  const producer = new Kafka({ ...client, brokers: [...broker.brokers] }).producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    maxInFlightRequests: 1,
  });
  const topics = topicsWith(PREFIX);
  const publisher = await openKafka('kafkajs', { brokers: broker.brokers, topics });
  const exporter = new KafkaExporter({
    log: store,
    pool,
    reader: new ReadModelReader(readPool, projections, store),
    publisher,
    publicUrl: options.publicUrl,
    topicPrefix: PREFIX,
    maxBytes: MAX_BYTES,
  });
  try {
    await Promise.all([admin.connect(), producer.connect(), broker.createTopics(topics)]);
    const messages = await messagesOf(new IntegrationFeed(store, options.publicUrl), organization!.tenant);
    if (messages.length < events) throw new Error(`There are ${messages.length} messages of ${events} events`);
    const rateOf = async (work: () => Promise<void>): Promise<number> => {
      const begin = performance.now();
      await work();
      return messages.length / ((performance.now() - begin) / 1_000);
    };
    const sent = async () =>
      (await Promise.all(topics.map((topic) => broker.size(topic)))).reduce((sum, size) => sum + size, 0);
    const subject = async (): Promise<number> => {
      await admin.query('update kafka_exports set position = 0');
      const before = await sent();
      const rate = await rateOf(async () => void (await exporter.catchUp()));
      const exported = (await sent()) - before;
      if (exported !== messages.length)
        throw new Error(`Brokers were told of ${exported} events and not of ${messages.length}`);
      return rate;
    };
    const peer = () =>
      rateOf(async () => {
        for (let from = 0; from < messages.length; from += AT_A_TIME) {
          const byTopic = Map.groupBy(messages.slice(from, from + AT_A_TIME), ({ topic }) => topic);
          await producer.sendBatch({
            acks: -1,
            topicMessages: [...byTopic].map(([topic, some]) => ({
              topic,
              messages: some.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
            })),
          });
        }
      });
    // Warm up: compilation is not part of an event's cost.
    await subject();
    await peer();
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      rounds.push(roundOf(await subject(), await peer()));
    }
    return {
      id: 'P14',
      ratio: medianRatio(rounds),
      rounds,
      subject: `${messages.length} events, half reports and half changes of them, from the log to Kafka ${KafkaBroker.version()} by the export; events/s`,
      peer: `the same messages, made before, by kafkajs in batches of ${AT_A_TIME}, one under way, acknowledged by all; messages/s`,
    };
  } finally {
    await exporter.stop();
    await producer.disconnect();
    await Promise.all([pool.end(), readPool.end(), admin.end(), store.close()]);
    await broker.stop();
  }
}

/**
 * X2: time from a report's response until a consumer of the topic has it, at a steady rate; the API in one process, the
 * reactors in another.
 */
export async function benchExportLag({
  adminUrl,
  folder,
  rounds: count,
  rate,
  seconds,
}: KafkaBenchOptions & { rate: number; seconds: number }): Promise<Measurement> {
  const options = await prepare(adminUrl);
  await migrate(adminUrl, allMigrations);
  const organizations = await foundOrganizations({ ...options, projector: false }, ORGANIZATIONS);
  await enableExport(options, adminUrl, organizations, 'NOW');
  const broker = await KafkaBroker.start();
  await using ending = new AsyncDisposableStack();
  ending.defer(() => broker.stop());
  await broker.createTopics(topicsWith(PREFIX));
  const arrivals = await Arrivals.open(broker, `${PREFIX}plimsoll.incidents.v1`);
  ending.defer(() => arrivals.close());
  const reactors = await RunningReactors.start({
    appDatabaseUrl: options.appDatabaseUrl,
    projectorDatabaseUrl: options.projectorDatabaseUrl,
    sealingKey: options.sealingKey,
    publicUrl: options.publicUrl,
    kafka: { client: 'kafkajs', brokers: broker.brokers, topicPrefix: PREFIX, maxBytes: MAX_BYTES },
  });
  ending.defer(() => reactors.kill());
  const api = await RunningApi.start({ ...options, projector: true }, join(folder, 'api.log'));
  ending.defer(() => api.kill());
  const load = await ReportLoad.open([api.port], CONNECTIONS, await signInAll(api.port, organizations), []);
  const round = async () => {
    const end = performance.now() + seconds * 1_000;
    const achieved = await load.runAt(
      rate,
      () => performance.now() < end,
      (tenant, position) => arrivals.answered(tenant, position),
    );
    return { lag: p99(await arrivals.take()), achieved };
  };
  // Warm up: compilation in the first seconds is not part of a report's cost.
  await round();
  const rounds: Round[] = [];
  while (rounds.length < count) {
    await ownTurn();
    const { lag, achieved } = await round();
    if (achieved < rate * 0.9) throw new Error(`The API took ${achieved.toFixed(0)} reports/s where ${rate} were sent`);
    rounds.push(roundOf(lag, 1));
  }
  load.close();
  return {
    id: 'X2',
    ratio: medianRatio(rounds),
    rounds,
    peer: 'nothing: the figure is in ms',
    subject: `p99 of the time from a report's answer until a consumer of Kafka ${KafkaBroker.version()} has it, ${rate} reports/s of ${ORGANIZATIONS} organizations, one API process with the projector, the reactors in another; ms`,
  };
}

/** X4's additional result: how much more memory the reactors use while exporting, in MB. */
export interface BesideExportMeasurement extends Measurement {
  readonly moreMemory: number;
}

/**
 * X4: p99 of reports at a steady rate while reactors in another process export them, compared with reactors without
 * brokers.
 */
export async function benchBesideExport({
  adminUrl,
  folder,
  rounds: count,
  rate,
  seconds,
}: KafkaBenchOptions & { rate: number; seconds: number }): Promise<BesideExportMeasurement> {
  const options = await prepare(adminUrl);
  await migrate(adminUrl, allMigrations);
  const organizations = await foundOrganizations({ ...options, projector: false }, ORGANIZATIONS);
  await enableExport(options, adminUrl, organizations, 'NOW');
  const broker = await KafkaBroker.start();
  await using ending = new AsyncDisposableStack();
  ending.defer(() => broker.stop());
  await broker.createTopics(topicsWith(PREFIX));
  const api = await RunningApi.start({ ...options, projector: true }, join(folder, 'api.log'));
  ending.defer(() => api.kill());
  const reporters = await signInAll(api.port, organizations);
  const reacting = {
    appDatabaseUrl: options.appDatabaseUrl,
    projectorDatabaseUrl: options.projectorDatabaseUrl,
    sealingKey: options.sealingKey,
    publicUrl: options.publicUrl,
  };
  const kafka = { client: 'kafkajs', brokers: broker.brokers, topicPrefix: PREFIX, maxBytes: MAX_BYTES } as const;
  const half = async (isExported: boolean): Promise<{ took: number; memory: number }> => {
    const reactors = await RunningReactors.start({ ...reacting, ...(isExported && { kafka }) });
    const load = (time: number) =>
      askSteadily({ port: api.port, connections: CONNECTIONS, aSecond: rate, seconds: time }, (connection, index) =>
        sendReport(connection, reporters[index % ORGANIZATIONS]!),
      );
    try {
      // Warm up: export the backlog, and compile.
      await load(seconds / 3);
      const took = p99(await load(seconds));
      return { took, memory: reactors.memory() };
    } finally {
      await reactors.kill();
    }
  };
  await half(true);
  const rounds: Round[] = [];
  const more: number[] = [];
  while (rounds.length < count) {
    await ownTurn();
    const isExportFirst = rounds.length % 2 === 0;
    const [one, other] = [await half(isExportFirst), await half(!isExportFirst)];
    const [exported, usual] = isExportFirst ? [one, other] : [other, one];
    rounds.push(roundOf(exported.took, usual.took));
    more.push(exported.memory - usual.memory);
  }
  return {
    id: 'X4',
    ratio: medianRatio(rounds),
    rounds,
    moreMemory: median(more),
    subject: `p99 of ${rate} reports/s of ${ORGANIZATIONS} organizations while reactors in another process tell Kafka ${KafkaBroker.version()} of them; ms`,
    peer: 'the same beside reactors that know no brokers; ms',
  };
}

/** Enables the export for organizations and waits for the read models. */
export async function enableExport(
  options: ApiOptions,
  adminUrl: string,
  organizations: readonly BenchOrganization[],
  startFrom: StartingPoint,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  const application = await openApplication({ ...options, projector: true });
  try {
    await admin.connect();
    for (const { tenant } of organizations) {
      await admin.query('insert into kafka_exports (tenant) values ($1)', [tenant]);
      const outcome = (await application.commands.execute(
        new SetKafkaExport(
          systemEnvelope({ tenant }),
          { isEnabled: true, level: 'FACTS', includeSensitive: false, startFrom },
          true,
        ),
      )) as Outcome;
      if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
    }
    await application.runner!.catchUp();
  } finally {
    await Promise.all([application.close(), admin.end()]);
  }
}

/** All messages of an organization, as the export formats them. */
async function messagesOf(feed: IntegrationFeed, tenant: string): Promise<KafkaMessage[]> {
  const messages: KafkaMessage[] = [];
  for (let after = 0; ; ) {
    const { events, streams, nextAfter } = await feed.read(
      { tenant, level: 'FACTS', includeSensitive: false, types: null },
      { after, limit: AT_A_TIME, types: undefined },
    );
    messages.push(
      ...events.map((event, index) =>
        kafkaMessage(event, streams[index]!, { topicPrefix: PREFIX, maxBytes: MAX_BYTES }),
      ),
    );
    if (nextAfter === after) return messages;
    after = nextAfter;
  }
}

/** Records when a separate consumer receives the acknowledged reports. */
class Arrivals {
  readonly #answered = new Map<string, number>();
  readonly #arrived = new Map<string, number>();
  readonly #consumer: ReturnType<Kafka['consumer']>;
  #lags: number[] = [];

  private constructor(consumer: ReturnType<Kafka['consumer']>) {
    this.#consumer = consumer;
  }

  static async open(broker: KafkaBroker, topic: string): Promise<Arrivals> {
    const consumer = new Kafka({ ...client, brokers: [...broker.brokers] }).consumer({
      groupId: 'bench',
      maxWaitTimeInMs: 100,
    });
    const arrivals = new Arrivals(consumer);
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const joined = new Promise((resolve) => consumer.on('consumer.group_join', resolve));
    await consumer.run({
      eachMessage: async ({ message }) =>
        arrivals.#note(
          arrivals.#arrived,
          arrivals.#answered,
          `${message.headers!['organization']!.toString()} ${message.headers!['position']!.toString()}`,
        ),
    });
    await joined;
    return arrivals;
  }

  answered(tenant: string, position: number): void {
    this.#note(this.#answered, this.#arrived, `${tenant} ${position}`);
  }

  /**
   * Waits until every acknowledged report has arrived.
   * @returns the delays in milliseconds, none of them negative.
   */
  async take(): Promise<number[]> {
    for (const giveUpAt = performance.now() + PATIENCE_MS; this.#answered.size > 0; await sleep(10)) {
      if (performance.now() > giveUpAt)
        throw new Error(`A minute after the last answer ${this.#answered.size} reports have not arrived`);
    }
    const lags = this.#lags;
    this.#lags = [];
    return lags;
  }

  async close(): Promise<void> {
    await this.#consumer.disconnect();
  }

  #note(mine: Map<string, number>, others: Map<string, number>, key: string): void {
    const now = performance.now();
    const other = others.get(key);
    if (other === undefined) return void mine.set(key, now);
    others.delete(key);
    this.#lags.push(others === this.#answered ? now - other : 0);
  }
}
