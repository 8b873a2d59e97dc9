import { Admin, compatibilityPartitioner, ProduceAcks, Producer, stringSerializers } from '@platformatic/kafka';
import {
  ANSWER_WITHIN_MS,
  CONNECT_WITHIN_MS,
  kafkaFaultOf,
  missingTopics,
  TRIES_AGAIN,
  type KafkaBrokers,
  type KafkaPublisher,
} from './kafka-publisher.ts';

/** Publishes by @platformatic/kafka, to the partitions that Java's client takes. After a fault it connects anew. */
export function platformaticPublisher({ brokers, tls, sasl, topics, createTopics }: KafkaBrokers): KafkaPublisher {
  const options = {
    clientId: 'plimsoll',
    bootstrapBrokers: [...brokers],
    connectTimeout: CONNECT_WITHIN_MS,
    requestTimeout: ANSWER_WITHIN_MS,
    timeout: ANSWER_WITHIN_MS,
    retries: TRIES_AGAIN,
    retryDelay: 100,
    maxInflights: 1,
    autocreateTopics: false,
    ...(tls && { tls, tlsServerName: true }),
    ...(sasl && {
      sasl: { mechanism: sasl.mechanism.toUpperCase() as 'PLAIN', username: sasl.username, password: sasl.password },
    }),
  };
  let made: Producer<string, string, string, string> | undefined;
  const leave = async (): Promise<void> => {
    const former = made;
    made = undefined;
    await former?.close(true).catch(() => undefined);
  };
  return {
    publish: async (batch) => {
      try {
        made ??= new Producer({ ...options, serializers: stringSerializers, partitioner: compatibilityPartitioner });
        await made.send({
          acks: ProduceAcks.ALL,
          idempotent: false,
          messages: batch.map(({ topic, key, value, headers }) => ({ topic, key, value, headers: { ...headers } })),
        });
      } catch (fault) {
        await leave();
        throw kafkaFaultOf(fault);
      }
    },
    check: async () => {
      // Its tries multiply: each of its questions asks for what it needs first.
      const admin = new Admin({ ...options, retries: 0 });
      try {
        const there = await admin.listTopics();
        const missing = topics.filter((topic) => !there.includes(topic));
        if (missing.length === 0) return;
        if (!createTopics) throw missingTopics(missing);
        await admin.createTopics({ topics: missing, ...createTopics });
      } catch (fault) {
        throw kafkaFaultOf(fault);
      } finally {
        await admin.close().catch(() => undefined);
      }
    },
    close: leave,
  };
}
