import { json, much, none, nothing, open, orgGuid } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { changeWebhookRequest, createWebhookRequest, deliveryParams, deliveryQuery, replayedDeliveries, rewindWebhookRequest, rewoundWebhook, testedWebhook, webhook, webhookDelivery, webhookDeliveryList, webhookList, webhookParams, webhookWithSecret } from './webhooks.ts';
import { kafkaExport, setKafkaExportRequest } from './kafka.ts';
import { apiKeyList, apiKeyParams, createApiKeyRequest, createdApiKey, feedQuery, schemaParams } from './api-keys.ts';

const keeping = { access: { anyOf: ['UPDATE_ORGANIZATION'] }, modules: none, flags: none, fieldClasses: { name: 'MalformedName', expiresOn: 'MalformedDate' }, refusals: [], readModels: ['api-key-list', 'member-list'], ...much } as const;

const posting = { ...keeping, fieldClasses: { name: 'MalformedName' }, readModels: ['webhook-list', 'member-list'] } as const;
const ofOne = { ...posting, fieldClasses: {}, refusals: ['RecordNotFound'], params: webhookParams } as const;

const toKafka = { ...posting, fieldClasses: {}, readModels: ['kafka-export'] } as const;

/** Keys of other systems, what they read with them, endpoints that are told, and the export to Kafka. */
export const integrationRoutes = [
  { method: 'GET', path: '/orgs/{orgGuid}/api-keys', operationId: 'listApiKeys', summary: 'The keys of an organization', ...keeping, fieldClasses: {}, params: orgGuid, ...nothing, status: 200, answer: apiKeyList },
  { method: 'POST', path: '/orgs/{orgGuid}/api-keys', operationId: 'createApiKey', wall: 'WALLED', summary: 'Make a key; it is shown once', ...keeping, refusals: ['LimitReached'], params: orgGuid, ...json(createApiKeyRequest), status: 201, answer: createdApiKey },
  { method: 'DELETE', path: '/orgs/{orgGuid}/api-keys/{keyGuid}', operationId: 'revokeApiKey', wall: 'PROTECTING', summary: 'Revoke a key', ...keeping, fieldClasses: {}, refusals: ['RecordNotFound'], params: apiKeyParams, ...nothing, status: 204 },
  { method: 'GET', path: '/orgs/{orgGuid}/webhooks', operationId: 'listWebhooks', summary: 'The endpoints that are told what happens', ...posting, fieldClasses: {}, params: orgGuid, ...nothing, status: 200, answer: webhookList },
  { method: 'POST', path: '/orgs/{orgGuid}/webhooks', operationId: 'createWebhook', wall: 'WALLED', summary: 'Make an endpoint; its secret is shown once', ...posting, refusals: ['AddressNotAllowed', 'LimitReached'], params: orgGuid, ...json(createWebhookRequest), status: 201, answer: webhookWithSecret },
  { method: 'GET', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}', operationId: 'getWebhook', summary: 'One endpoint', ...ofOne, ...nothing, status: 200, answer: webhook },
  { method: 'PATCH', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}', operationId: 'changeWebhook', wall: 'WALLED', summary: 'Change, pause or enable an endpoint', ...ofOne, fieldClasses: { name: 'MalformedName' }, refusals: ['RecordNotFound', 'AddressNotAllowed'], ...json(changeWebhookRequest), status: 200, answer: webhook },
  { method: 'DELETE', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}', operationId: 'removeWebhook', wall: 'PROTECTING', summary: 'Remove an endpoint', ...ofOne, ...nothing, status: 204 },
  { method: 'POST', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}/rotate-secret', operationId: 'rotateWebhookSecret', wall: 'PROTECTING', summary: 'Give an endpoint another secret; both sign for a day', ...ofOne, ...nothing, status: 200, answer: webhookWithSecret },
  { method: 'POST', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}/test', operationId: 'testWebhook', wall: 'WALLED', summary: 'Send a test', ...ofOne, ...nothing, status: 201, answer: testedWebhook },
  { method: 'POST', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}/rewind', operationId: 'rewindWebhook', wall: 'WALLED', summary: 'Deliver what came after a position again', ...ofOne, ...json(rewindWebhookRequest), status: 200, answer: rewoundWebhook },
  { method: 'POST', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}/replay-dead', operationId: 'replayDeadDeliveries', wall: 'WALLED', summary: 'Try the dead deliveries again', ...ofOne, ...nothing, status: 200, answer: replayedDeliveries },
  { method: 'GET', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}/deliveries', operationId: 'listDeliveries', summary: 'The deliveries of 30 days', ...ofOne, query: deliveryQuery, ...nothing, status: 200, answer: webhookDeliveryList },
  { method: 'POST', path: '/orgs/{orgGuid}/webhooks/{webhookGuid}/deliveries/{deliveryGuid}/replay', operationId: 'replayDelivery', wall: 'WALLED', summary: 'Try a delivery again', ...ofOne, params: deliveryParams, ...nothing, status: 200, answer: webhookDelivery },
  { method: 'GET', path: '/orgs/{orgGuid}/kafka', operationId: 'getKafkaExport', summary: 'How events go to Kafka', ...toKafka, params: orgGuid, ...nothing, status: 200, answer: kafkaExport },
  { method: 'PUT', path: '/orgs/{orgGuid}/kafka', operationId: 'setKafkaExport', wall: 'WALLED', summary: 'Begin, change or pause the export to Kafka', ...toKafka, refusals: ['KafkaNotConfigured'], params: orgGuid, ...json(setKafkaExportRequest), status: 200, answer: kafkaExport },
  { method: 'GET', path: '/feed', operationId: 'readFeed', summary: 'What happened after a position, as CloudEvents', access: 'KEY', modules: none, flags: none, fieldClasses: {}, refusals: [], readModels: [], ...much, query: feedQuery, ...nothing, status: 200, answerType: 'application/cloudevents-batch+json' },
  { method: 'GET', path: '/integration/asyncapi', operationId: 'getAsyncApi', summary: 'What other systems are told, as AsyncAPI 3.0', ...open, ...nothing, status: 200, answerType: 'application/vnd.aai.asyncapi+json' },
  { method: 'GET', path: '/integration/schemas/{type}', operationId: 'getIntegrationSchema', summary: 'The JSON Schema of a type\'s data', ...open, refusals: ['RecordNotFound'], params: schemaParams, ...nothing, status: 200, answerType: 'application/schema+json' },
] as const satisfies readonly Route[];
