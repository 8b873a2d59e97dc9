import { textFields, type TextField } from '@plimsoll/contracts/integration/incidents';
import { topicOf, type CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import type { KafkaMessage } from './kafka-publisher.ts';

export interface MessageOptions {
  readonly topicPrefix: string;
  /** Maximum size of a message's value. */
  readonly maxBytes: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Omits texts until the event fits, longest first. Their names are listed in `omitted`. */
function omitTexts(event: CloudEvent, maxBytes: number): CloudEvent {
  let fitting = event;
  const texts = textFields
    .map((field) => ({ field, bytes: bytesOf(event.data[field]) }))
    .sort((one, other) => other.bytes - one.bytes);
  const omitted: TextField[] = [];
  for (const { field } of texts) {
    if (bytesOf(fitting) <= maxBytes) break;
    if (event.data[field] === undefined) continue;
    const { [field]: _, omitted: __, ...data } = fitting.data;
    omitted.push(field);
    fitting = { ...fitting, data: { ...data, omitted: [...omitted].sort() } };
  }
  return fitting;
}

/**
 * Encodes an event as a CloudEvent in structured mode. @param stream the guid of its stream: the key, which keeps
 * order.
 */
export function kafkaMessage(
  event: CloudEvent,
  stream: string,
  { topicPrefix, maxBytes }: MessageOptions,
): KafkaMessage {
  const topic = topicOf(event.type);
  if (topic === undefined) throw new Error(`No topic carries ${event.type}`);
  const { organization, position, type, traceparent } = event;
  return {
    topic: `${topicPrefix}${topic}`,
    key: stream,
    value: JSON.stringify(omitTexts(event, maxBytes)),
    headers: {
      'content-type': 'application/cloudevents+json',
      organization,
      position,
      type,
      ...(traceparent !== undefined && { traceparent }),
    },
  };
}
