import { z } from 'zod';
import { permissions } from '../permissions/permissions.ts';
import { leaveFormatsBare } from '../kernel/event-json-schema.ts';
import { answers, requests } from './components.ts';
import { refusalsByStatus } from './refusals.ts';
import { REVISION_TAG } from './revision-tag.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

type Io = 'input' | 'output';

const addressOf = (id: string) => `#/components/schemas/${id}`;
/** The same characters in words that more readers of such documents know: many take no \\p. */
const SURROGATES = { ours: '\\p{Cs}', everybodys: '\\uD800-\\uDFFF' } as const;

function readableByMany(context: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  leaveFormatsBare(context as never);
  const { jsonSchema } = context;
  if (jsonSchema.pattern) jsonSchema.pattern = jsonSchema.pattern.replaceAll(SURROGATES.ours, SURROGATES.everybodys);
}

const optionsOf = (io: Io) =>
  ({ io, unrepresentable: 'any', target: 'draft-2020-12', override: readableByMany as never, uri: addressOf }) as const;

function withoutSchemaIds({ $schema: _, $id: __, ...json }: z.core.JSONSchema.BaseSchema) {
  return json;
}

const schemaOf = (schema: z.ZodType, io: Io) => withoutSchemaIds(z.toJSONSchema(schema, optionsOf(io)));

/** A schema by the name that it has among the components. Every body and answer has one. */
function namedSchema(route: Route, schema: z.ZodType, io: Io) {
  const named = (io === 'input' ? requests : answers).get(schema);
  if (!named)
    throw new Error(`The ${io === 'input' ? 'body' : 'answer'} of ${route.operationId} has no name in components.ts`);
  return { $ref: addressOf(named.id) };
}

const componentsOf = (registry: typeof answers, io: Io) =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(registry, optionsOf(io)).schemas).map(([id, schema]) => [
      id,
      withoutSchemaIds(schema),
    ]),
  );

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});
const idempotencyKey = header('Idempotency-Key', 'A UUID; the same key gets the first answer again', {
  type: 'string',
  format: 'uuid',
});
const ifMatch = header('If-Match', 'The revision the change is made upon', {
  type: 'string',
  pattern: REVISION_TAG.source,
});
const atLeast = header('At-Least', 'A position token: the answer waits up to two seconds until it knows that much', {
  type: 'string',
});

function parametersOf(route: Route) {
  const inObject = (place: 'path' | 'query', schema: z.ZodObject | undefined) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(field as z.ZodType, 'input'),
    }));
  const ofWrite = route.access === 'PUBLIC' ? (route.isIdempotent ? [idempotencyKey] : []) : [idempotencyKey, ifMatch];
  const headers = route.method === 'GET' ? [atLeast] : ofWrite;
  return [...inObject('path', route.params), ...inObject('query', route.query), ...headers];
}

const positionHeaders = {
  Position: { description: 'A token of how far the log had got, for At-Least', schema: { type: 'string' } },
  'As-Of': { description: 'How far the read model had got', schema: { type: 'string' } },
};

const MAX_IN_NAME = 3;
const nameOf = (classes: readonly string[]) => classes.join('Or');

/** A problem whose class is one of these. */
const refused = (classes: readonly string[]) => ({
  description: classes.join(', '),
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: addressOf('Problem') }, { properties: { className: { enum: classes } } }] },
    },
  },
});

/** By their names, the refusals that are few enough to have one: many routes share them. */
const sharedRefusals = (): Record<string, unknown> =>
  Object.fromEntries(
    (routes as readonly Route[]).flatMap((route) =>
      [...refusalsByStatus(route).values()]
        .filter(({ length }) => length <= MAX_IN_NAME)
        .map((classes) => [nameOf(classes), refused(classes)]),
    ),
  );

const refusalsOf = (route: Route): Record<string, unknown> =>
  Object.fromEntries(
    [...refusalsByStatus(route)].map(([status, classes]) => [
      status,
      classes.length <= MAX_IN_NAME ? { $ref: `#/components/responses/${nameOf(classes)}` } : refused(classes),
    ]),
  );

const done = (route: Route) => ({
  description: 'Done',
  headers: positionHeaders,
  ...(route.answer && { content: { 'application/json': { schema: namedSchema(route, route.answer, 'output') } } }),
  ...(route.answerType && {
    content: Object.fromEntries(
      [route.answerType, ...(route.otherAnswerType ? [route.otherAnswerType] : [])].map((type) => [type, {}]),
    ),
  }),
});

const formOf = (fileField: string) => ({
  type: 'object',
  properties: { [fileField]: { type: 'string', format: 'binary' } },
  required: [fileField],
  additionalProperties: false,
});

/** The OpenAPI 3.1 document of `routes`, as an object. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes as readonly Route[]) {
    (paths[`/api${route.path}`] ??= {})[route.method.toLowerCase()] = {
      operationId: route.operationId,
      summary: route.summary,
      security: route.access === 'PUBLIC' ? [] : route.access === 'KEY' ? [{ key: [] }] : [{ bearer: [] }],
      'x-access': route.access,
      ...(route.auditors && { 'x-auditors': true }),
      ...(route.demandsRecentSignIn && { 'x-demands-recent-sign-in': true }),
      ...(route.wall && { 'x-wall': route.wall }),
      'x-body-limit': route.bodyLimit,
      parameters: parametersOf(route),
      ...(route.body && {
        requestBody: {
          required: true,
          content: {
            [route.accepts === 'FOREIGN_FORM' ? 'application/x-www-form-urlencoded' : 'application/json']: {
              schema: namedSchema(route, route.body, 'input'),
            },
          },
        },
      }),
      ...(route.accepts === 'SIGNED' && { requestBody: { required: true, content: { 'application/json': {} } } }),
      ...((route.accepts === 'BYTES' || route.accepts === 'STREAM') && {
        requestBody: { required: true, content: { 'application/octet-stream': {} } },
      }),
      ...(route.accepts === 'FORM' && {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(route.fileField) } } },
      }),
      responses: {
        ...Object.fromEntries(
          [route.status, ...(route.otherStatus ? [route.otherStatus] : [])].map((status) => [status, done(route)]),
        ),
        ...refusalsOf(route),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plimsoll',
      version: '0.1.0',
      description: `Permissions, in the order of their bits: ${permissions.join(', ')}.`,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      responses: sharedRefusals(),
      schemas: { ...componentsOf(requests, 'input'), ...componentsOf(answers, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'plm_…' },
      },
    },
  };
}
