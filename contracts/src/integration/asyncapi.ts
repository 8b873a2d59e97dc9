import { z } from 'zod';
import { leaveFormatsBare } from '../kernel/event-json-schema.ts';
import { cloudEvent, integrationData, topics } from './integration-event.ts';
import { PING, pingData } from './webhooks.ts';

/** Versions only gain fields, so readers must ignore unknown ones; why a text is personal is internal. */
function asPublished(context: { readonly jsonSchema: z.core.JSONSchema.BaseSchema & Record<string, unknown> }): void {
  leaveFormatsBare(context as never);
  const { jsonSchema } = context;
  delete jsonSchema['personal'];
  delete jsonSchema['plain'];
  delete jsonSchema.additionalProperties;
  if (jsonSchema.pattern) jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\p{Cs}', '\\uD800-\\uDFFF');
}

const published = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7', override: asPublished as never });

/** The JSON Schema of a type's data; undefined for a type that there is none of. */
export function integrationSchema(type: string): object | undefined {
  const schema = type === PING ? pingData : Object.hasOwn(integrationData, type) ? integrationData[type] : undefined;
  return schema && { ...published(schema), title: type };
}

const nameOf = (type: string): string => type.replaceAll(/[^a-zA-Z0-9]/g, '_');

/** The AsyncAPI 3.0 document of all integration events. */
export function asyncApiDocument(): object {
  const { $schema: _, ...envelope } = published(cloudEvent);
  const messages = Object.fromEntries(
    Object.keys(integrationData).map((type) => {
      const { $schema: __, ...data } = published(integrationData[type]!);
      return [
        nameOf(type),
        {
          name: type,
          title: type,
          contentType: 'application/cloudevents+json',
          payload: {
            allOf: [
              { $ref: '#/components/schemas/CloudEvent' },
              { type: 'object', properties: { type: { const: type }, data } },
            ],
          },
        },
      ];
    }),
  );
  const channels = Object.fromEntries(
    Object.entries(topics).map(([topic, data]) => [
      nameOf(topic),
      {
        address: topic,
        messages: Object.fromEntries(
          Object.keys(data).map((type) => [nameOf(type), { $ref: `#/components/messages/${nameOf(type)}` }]),
        ),
      },
    ]),
  );
  const operations = Object.fromEntries(
    Object.keys(channels).map((name) => [`send_${name}`, { action: 'send', channel: { $ref: `#/channels/${name}` } }]),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Plimsoll',
      version: '1.0.0',
      description:
        'What other systems are told, at least once and in the order of each subject; a repetition has the same id.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels,
    operations,
    components: { messages, schemas: { CloudEvent: envelope } },
  };
}
