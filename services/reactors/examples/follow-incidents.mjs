/**
 * Follows Plimsoll's incidents by Kafka. Copy it and replace `take` by your own code.
 *
 *   KAFKA_BROKERS=localhost:9092 node follow-incidents.mjs
 *
 * Delivery is at least once; a repeated event has the same id. First copies of an incident's events arrive in the order
 * of `streamrevision`. A consumer that stores the highest revision of each incident processes each event once.
 */
import { Kafka } from 'kafkajs';

const { KAFKA_BROKERS = 'localhost:9092', KAFKA_TOPIC_PREFIX = '' } = process.env;
const consumer = new Kafka({ clientId: 'follow-incidents', brokers: KAFKA_BROKERS.split(',') }).consumer({
  groupId: 'follow-incidents',
});

/**
 * The newest processed revision by incident. Store it with your own data, in one transaction.
 */
const taken = new Map();

function take({ type, subject, streamrevision, time, data }) {
  if ((taken.get(subject) ?? 0) >= streamrevision) return;
  console.log(
    `${time} ${type} #${data.number} ${data.state}${data.changed.length > 0 ? `, changed: ${data.changed.join(', ')}` : ''}`,
  );
  taken.set(subject, streamrevision);
}

/** A person was erased: destroy your copies of their data. */
function forget({ data: { personGuid, incidents } }) {
  console.log(`Erase ${personGuid}${incidents.length > 0 ? ` in ${incidents.join(', ')}` : ''}`);
}

await consumer.connect();
await consumer.subscribe({
  topics: ['incidents', 'privacy'].map((name) => `${KAFKA_TOPIC_PREFIX}plimsoll.${name}.v1`),
  fromBeginning: true,
});
await consumer.run({
  eachMessage: async ({ message }) => {
    const event = JSON.parse(message.value);
    if (event.type === 'plimsoll.person.erased.v1') forget(event);
    else take(event);
  },
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void consumer.disconnect());
