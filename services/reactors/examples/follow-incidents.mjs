/**
 * Follows the incidents of Plimsoll by Kafka. Copy it, and put your own work in the place of `take`.
 *
 *   KAFKA_BROKERS=localhost:9092 node follow-incidents.mjs
 *
 * What it shows: each event comes at least once, and a repetition has the id that it had; the first copies of an incident come in
 * the order of `streamrevision`. So whoever keeps the highest revision of each incident beside their own data takes each once.
 */
import { Kafka } from 'kafkajs';

const { KAFKA_BROKERS = 'localhost:9092', KAFKA_TOPIC_PREFIX = '' } = process.env;
const consumer = new Kafka({ clientId: 'follow-incidents', brokers: KAFKA_BROKERS.split(',') }).consumer({
  groupId: 'follow-incidents',
});

/** The newest revision that was taken, by incident. Keep it where your own data are, and write both in one transaction. */
const taken = new Map();

function take({ type, subject, streamrevision, time, data }) {
  if ((taken.get(subject) ?? 0) >= streamrevision) return;
  console.log(
    `${time} ${type} #${data.number} ${data.state}${data.changed.length > 0 ? `, changed: ${data.changed.join(', ')}` : ''}`,
  );
  taken.set(subject, streamrevision);
}

/** Somebody was erased: destroy the copies that you have of them. */
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
