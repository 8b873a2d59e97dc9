import { createRequire } from 'node:module';
import { Kafka, logLevel, Partitioners, type Admin, type Producer } from 'kafkajs';
import {
  REQUEST_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  kafkaErrorOf,
  missingTopics,
  CLIENT_RETRIES,
  type KafkaBrokers,
  type KafkaPublisher,
} from './kafka-publisher.ts';

const ALL = -1;
const RETRY = { retries: CLIENT_RETRIES, initialRetryTime: 100, maxRetryTime: 1_000 };

/** Patch: kafkajs schedules a check of an empty queue with a negative delay, and Node warns each time. */
const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
  prototype: { pending: readonly unknown[]; scheduleCheckPendingRequests: () => void };
};
const { scheduleCheckPendingRequests: scheduleCheck } = RequestQueue.prototype;
RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleCheckIfPending() {
  if (this.pending.length > 0) scheduleCheck.call(this);
};

/** Publishes with kafkajs. Reconnects after an error. */
export function kafkajsPublisher({ brokers, tls, sasl, topics, createTopics }: KafkaBrokers): KafkaPublisher {
  const kafka = new Kafka({
    clientId: 'plimsoll',
    brokers: [...brokers],
    connectionTimeout: CONNECT_TIMEOUT_MS,
    authenticationTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logLevel: logLevel.NOTHING,
    ...(tls && { ssl: { ...tls } as never }),
    ...(sasl && { sasl: sasl as never }),
  });
  let connected: Promise<Producer> | undefined;
  const producer = (): Promise<Producer> =>
    (connected ??= (async () => {
      const created = kafka.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        allowAutoTopicCreation: false,
        maxInFlightRequests: 1,
        retry: RETRY,
      });
      await created.connect();
      return created;
    })());
  const disconnect = async (): Promise<void> => {
    const former = connected;
    connected = undefined;
    await former?.then((connection) => connection.disconnect()).catch(() => undefined);
  };
  const asAdmin = async <Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> => {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } catch (error) {
      throw kafkaErrorOf(error);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  };
  return {
    publish: async (batch) => {
      const byTopic = Map.groupBy(batch, ({ topic }) => topic);
      try {
        await (await producer()).sendBatch({
          acks: ALL,
          timeout: REQUEST_TIMEOUT_MS,
          topicMessages: [...byTopic].map(([topic, messages]) => ({
            topic,
            messages: messages.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
          })),
        });
      } catch (error) {
        await disconnect();
        throw kafkaErrorOf(error);
      }
    },
    check: () =>
      asAdmin(async (admin) => {
        const existing = await admin.listTopics();
        const missing = topics.filter((topic) => !existing.includes(topic));
        if (missing.length === 0) return;
        if (!createTopics) throw missingTopics(missing);
        await admin.createTopics({
          waitForLeaders: true,
          topics: missing.map((topic) => ({
            topic,
            numPartitions: createTopics.partitions,
            replicationFactor: createTopics.replicas,
          })),
        });
      }),
    close: disconnect,
  };
}
