import { Admin, compatibilityPartitioner, ProduceAcks, Producer, stringSerializers } from '@platformatic/kafka';
import {
  REQUEST_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  kafkaErrorOf,
  missingTopics,
  CLIENT_RETRIES,
  type KafkaBrokers,
  type KafkaPublisher,
} from './kafka-publisher.ts';

/** Publishes with @platformatic/kafka, using the partitioner of the Java client. Reconnects after an error. */
export function platformaticPublisher({ brokers, tls, sasl, topics, createTopics }: KafkaBrokers): KafkaPublisher {
  const options = {
    clientId: 'plimsoll',
    bootstrapBrokers: [...brokers],
    connectTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    timeout: REQUEST_TIMEOUT_MS,
    retries: CLIENT_RETRIES,
    retryDelay: 100,
    maxInflights: 1,
    autocreateTopics: false,
    ...(tls && { tls, tlsServerName: true }),
    ...(sasl && {
      sasl: { mechanism: sasl.mechanism.toUpperCase() as 'PLAIN', username: sasl.username, password: sasl.password },
    }),
  };
  let producer: Producer<string, string, string, string> | undefined;
  const disconnect = async (): Promise<void> => {
    const former = producer;
    producer = undefined;
    await former?.close(true).catch(() => undefined);
  };
  return {
    publish: async (batch) => {
      try {
        producer ??= new Producer({
          ...options,
          serializers: stringSerializers,
          partitioner: compatibilityPartitioner,
        });
        await producer.send({
          acks: ProduceAcks.ALL,
          idempotent: false,
          messages: batch.map(({ topic, key, value, headers }) => ({ topic, key, value, headers: { ...headers } })),
        });
      } catch (error) {
        await disconnect();
        throw kafkaErrorOf(error);
      }
    },
    check: async () => {
      // Without retries, since they multiply: each request first makes the requests that it depends on.
      const admin = new Admin({ ...options, retries: 0 });
      try {
        const existing = await admin.listTopics();
        const missing = topics.filter((topic) => !existing.includes(topic));
        if (missing.length === 0) return;
        if (!createTopics) throw missingTopics(missing);
        await admin.createTopics({ topics: missing, ...createTopics });
      } catch (error) {
        throw kafkaErrorOf(error);
      } finally {
        await admin.close().catch(() => undefined);
      }
    },
    close: disconnect,
  };
}
