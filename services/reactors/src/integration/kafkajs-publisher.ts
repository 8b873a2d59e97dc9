import { createRequire } from 'node:module';
import { Kafka, logLevel, Partitioners, type Admin, type Producer } from 'kafkajs';
import {
  ANSWER_WITHIN_MS,
  CONNECT_WITHIN_MS,
  kafkaFaultOf,
  missingTopics,
  TRIES_AGAIN,
  type KafkaBrokers,
  type KafkaPublisher,
} from './kafka-publisher.ts';

const ALL = -1;
const AGAIN = { retries: TRIES_AGAIN, initialRetryTime: 100, maxRetryTime: 1_000 };

/** Where nothing waits there is nothing to look at later: it would set a timer for a moment in the past, of which Node warns each time. */
const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
  prototype: { pending: readonly unknown[]; scheduleCheckPendingRequests: () => void };
};
const { scheduleCheckPendingRequests: lookLater } = RequestQueue.prototype;
RequestQueue.prototype.scheduleCheckPendingRequests = function lookWhereSomethingWaits() {
  if (this.pending.length > 0) lookLater.call(this);
};

/** Publishes by kafkajs. After a fault it connects anew. */
export function kafkajsPublisher({ brokers, tls, sasl, topics, createTopics }: KafkaBrokers): KafkaPublisher {
  const kafka = new Kafka({
    clientId: 'plimsoll',
    brokers: [...brokers],
    connectionTimeout: CONNECT_WITHIN_MS,
    authenticationTimeout: ANSWER_WITHIN_MS,
    requestTimeout: ANSWER_WITHIN_MS,
    retry: AGAIN,
    logLevel: logLevel.NOTHING,
    ...(tls && { ssl: { ...tls } as never }),
    ...(sasl && { sasl: sasl as never }),
  });
  let connected: Promise<Producer> | undefined;
  const producer = (): Promise<Producer> =>
    (connected ??= (async () => {
      const made = kafka.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        allowAutoTopicCreation: false,
        maxInFlightRequests: 1,
        retry: AGAIN,
      });
      await made.connect();
      return made;
    })());
  const leave = async (): Promise<void> => {
    const former = connected;
    connected = undefined;
    await former?.then((made) => made.disconnect()).catch(() => undefined);
  };
  const asAdmin = async <Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> => {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } catch (fault) {
      throw kafkaFaultOf(fault);
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
          timeout: ANSWER_WITHIN_MS,
          topicMessages: [...byTopic].map(([topic, messages]) => ({
            topic,
            messages: messages.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
          })),
        });
      } catch (fault) {
        await leave();
        throw kafkaFaultOf(fault);
      }
    },
    check: () =>
      asAdmin(async (admin) => {
        const there = await admin.listTopics();
        const missing = topics.filter((topic) => !there.includes(topic));
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
    close: leave,
  };
}
