import type { KafkaBrokers, KafkaClient, KafkaPublisher } from './kafka-publisher.ts';

/** Opens a publisher with the configured client library. The other one is not loaded. */
export async function openKafka(client: KafkaClient, brokers: KafkaBrokers): Promise<KafkaPublisher> {
  if (client === 'platformatic') return (await import('./platformatic-publisher.ts')).platformaticPublisher(brokers);
  return (await import('./kafkajs-publisher.ts')).kafkajsPublisher(brokers);
}
