import { json, much, none, nothing, open, orgGuid } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { apiKeyList, apiKeyParams, createApiKeyRequest, createdApiKey, feedQuery, schemaParams } from './api-keys.ts';

const keeping = { access: { anyOf: ['UPDATE_ORGANIZATION'] }, modules: none, flags: none, fieldClasses: { name: 'MalformedName', expiresOn: 'MalformedDate' }, refusals: [], readModels: ['api-key-list', 'member-list'], ...much } as const;

/** Keys of other systems, and what they read with them. */
export const integrationRoutes = [
  { method: 'GET', path: '/orgs/{orgGuid}/api-keys', operationId: 'listApiKeys', summary: 'The keys of an organization', ...keeping, fieldClasses: {}, params: orgGuid, ...nothing, status: 200, answer: apiKeyList },
  { method: 'POST', path: '/orgs/{orgGuid}/api-keys', operationId: 'createApiKey', summary: 'Make a key; it is shown once', ...keeping, refusals: ['LimitReached'], params: orgGuid, ...json(createApiKeyRequest), status: 201, answer: createdApiKey },
  { method: 'DELETE', path: '/orgs/{orgGuid}/api-keys/{keyGuid}', operationId: 'revokeApiKey', summary: 'Revoke a key', ...keeping, fieldClasses: {}, refusals: ['RecordNotFound'], params: apiKeyParams, ...nothing, status: 204 },
  { method: 'GET', path: '/feed', operationId: 'readFeed', summary: 'What happened after a position, as CloudEvents', access: 'KEY', modules: none, flags: none, fieldClasses: {}, refusals: [], readModels: [], ...much, query: feedQuery, ...nothing, status: 200, answerType: 'application/cloudevents-batch+json' },
  { method: 'GET', path: '/integration/asyncapi', operationId: 'getAsyncApi', summary: 'What other systems are told, as AsyncAPI 3.0', ...open, ...nothing, status: 200, answerType: 'application/vnd.aai.asyncapi+json' },
  { method: 'GET', path: '/integration/schemas/{type}', operationId: 'getIntegrationSchema', summary: 'The JSON Schema of a type\'s data', ...open, refusals: ['RecordNotFound'], params: schemaParams, ...nothing, status: 200, answerType: 'application/schema+json' },
] as const satisfies readonly Route[];
