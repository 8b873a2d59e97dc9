import { defineContext, job } from '../kernel/context.ts';
import { apiKey, apiKeyList, createdApiKey } from './api-keys.ts';
import { integrationErrors } from './errors.ts';
import { kafkaExport } from './kafka.ts';
import { integrationRoutes } from './routes.ts';
import { apiKeyStream, kafkaExportStream, webhookStream } from './streams.ts';
import {
  replayedDeliveries,
  rewoundWebhook,
  testedWebhook,
  webhook,
  webhookDelivery,
  webhookDeliveryList,
  webhookList,
  webhookWithSecret,
  type DisabledBecause,
} from './webhooks.ts';

export const integrationContext = defineContext({
  name: 'integration',
  streams: [apiKeyStream, webhookStream, kafkaExportStream],
  routes: integrationRoutes,
  errors: integrationErrors,
  answers: {
    ApiKey: apiKey,
    ApiKeyList: apiKeyList,
    CreatedApiKey: createdApiKey,
    Webhook: webhook,
    WebhookList: webhookList,
    WebhookWithSecret: webhookWithSecret,
    WebhookDelivery: webhookDelivery,
    WebhookDeliveryList: webhookDeliveryList,
    TestedWebhook: testedWebhook,
    RewoundWebhook: rewoundWebhook,
    ReplayedDeliveries: replayedDeliveries,
    KafkaExport: kafkaExport,
  },
  labels: {
    'api-key': 'API key',
    webhook: 'Webhook',
    'kafka-export': 'Export to Kafka',
  },
  internal: {
    'api-key': 'who asks for what is told by the change log',
    webhook: 'who asks for what is told by the change log',
    'kafka-export': 'who asks for what is told by the change log',
  },
  jobs: {
    /** Disables an endpoint that answered that it is gone, or that has failed for days. */
    DISABLE_WEBHOOK: job<{
      readonly organization: string;
      readonly webhook: string;
      readonly because: DisabledBecause;
    }>(),
  },
});
