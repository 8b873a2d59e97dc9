import type { KafkaBrokers, KafkaClient, KafkaPublisher } from './kafka-publisher.ts';

/** Publishes by the client that was asked for; the other one is not even loaded. */
export async function openKafka(client: KafkaClient, brokers: KafkaBrokers): Promise<KafkaPublisher> {
  if (client === 'platformatic') return (await import('./platformatic-publisher.ts')).platformaticPublisher(brokers);
  return (await import('./kafkajs-publisher.ts')).kafkajsPublisher(brokers);
}
