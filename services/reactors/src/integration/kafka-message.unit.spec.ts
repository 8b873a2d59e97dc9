import type { CloudEvent } from '@plimsoll/contracts/integration/integration-event';
import { integrationData } from '@plimsoll/contracts/integration/integration-event';
import { kafkaMessage } from './kafka-message.ts';
import { kafkaErrorOf } from './kafka-publisher.ts';

const organization = '01900000-0000-7000-8000-000000000004';
const stream = '01900000-0000-7000-8000-0000000000e1';
const written = {
  components: [],
  description: 'Ä'.repeat(300),
  location: 'Dock 4',
  immediateActions: null,
  comment: 'x'.repeat(5_000),
};
const event = (data: object = {}, more: object = {}): CloudEvent => ({
  specversion: '1.0',
  id: organization,
  source: `/organizations/${organization}`,
  type: 'plimsoll.incident.reported.v1',
  subject: `reported-events/${stream}`,
  time: '2026-03-02T08:00:00.000Z',
  datacontenttype: 'application/json',
  dataschema: 'https://plimsoll.example/api/integration/schemas/plimsoll.incident.reported.v1',
  organization,
  position: '41',
  streamrevision: 1,
  data: { eventId: stream, ...data },
  ...more,
});
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a message is the event, keyed by its stream, in the topic of its type, with the headers for routing', () => {
  const traced = event({}, { traceparent });
  expect(kafkaMessage(traced, stream, { topicPrefix: 'acme.', maxBytes: 900_000 })).toEqual({
    topic: 'acme.plimsoll.incidents.v1',
    key: stream,
    value: JSON.stringify(traced),
    headers: {
      'content-type': 'application/cloudevents+json',
      organization,
      position: '41',
      type: 'plimsoll.incident.reported.v1',
      traceparent,
    },
  });
  expect(Object.keys(kafkaMessage(event(), stream, { topicPrefix: '', maxBytes: 900_000 }).headers)).not.toContain(
    'traceparent',
  );
});

test('texts that do not fit are omitted, longest first, and listed; other fields stay', () => {
  const dataWithin = (maxBytes: number) =>
    (JSON.parse(kafkaMessage(event(written), stream, { topicPrefix: '', maxBytes }).value) as CloudEvent).data;
  const { comment: _, ...rest } = written;
  expect(dataWithin(2_000)).toEqual({ eventId: stream, ...rest, omitted: ['comment'] });
  expect(dataWithin(800)).toEqual({
    eventId: stream,
    components: [],
    location: 'Dock 4',
    immediateActions: null,
    omitted: ['comment', 'description'],
  });
  expect(dataWithin(10)).toEqual({
    eventId: stream,
    omitted: ['comment', 'components', 'description', 'immediateActions', 'location'],
  });
  expect(
    integrationData['plimsoll.incident.reported.v1']!.shape['omitted']!.parse(dataWithin(10)['omitted']),
  ).toHaveLength(5);
});

test.each([
  [Object.assign(new Error('x'), { type: 'UNKNOWN_TOPIC_OR_PARTITION' }), 'A topic is missing'],
  [
    Object.assign(new Error('x'), { errors: [Object.assign(new Error('x'), { apiId: 'TOPIC_AUTHORIZATION_FAILED' })] }),
    'The brokers do not let this user write or look at the topics',
  ],
  [
    new Error('retried', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
    'The brokers cannot be reached',
  ],
  [new Error('something else'), 'The brokers did not take what was sent'],
])('an error of a client library is converted: %s', (error, text) => {
  expect(kafkaErrorOf(error).message).toBe(text);
});
