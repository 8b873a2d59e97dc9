import { textFields, type TextField } from '@plimsoll/contracts/integration/incidents';
import { topicOf, type CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import type { KafkaMessage } from './kafka-publisher.ts';

export interface MessageForm {
  readonly topicPrefix: string;
  /** What a message's value may have. */
  readonly maxBytes: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** An event with as much of what was written as there is room for: the longest is left out first, and named. */
function fitted(event: CloudEvent, maxBytes: number): CloudEvent {
  let fitting = event;
  const written = textFields
    .map((field) => ({ field, bytes: bytesOf(event.data[field]) }))
    .sort((one, other) => other.bytes - one.bytes);
  const omitted: TextField[] = [];
  for (const { field } of written) {
    if (bytesOf(fitting) <= maxBytes) break;
    if (event.data[field] === undefined) continue;
    const { [field]: _, omitted: __, ...data } = fitting.data;
    omitted.push(field);
    fitting = { ...fitting, data: { ...data, omitted: [...omitted].sort() } };
  }
  return fitting;
}

/** An event as brokers get it, in its structured form. @param stream the guid of the event's stream: what is of one stream keeps its order. */
export function kafkaMessage(event: CloudEvent, stream: string, { topicPrefix, maxBytes }: MessageForm): KafkaMessage {
  const topic = topicOf(event.type);
  if (topic === undefined) throw new Error(`No topic carries ${event.type}`);
  const { organization, position, type, traceparent } = event;
  return {
    topic: `${topicPrefix}${topic}`,
    key: stream,
    value: JSON.stringify(fitted(event, maxBytes)),
    headers: {
      'content-type': 'application/cloudevents+json',
      organization,
      position,
      type,
      ...(traceparent !== undefined && { traceparent }),
    },
  };
}
