import { defineReadContext } from '../platform/read-context.ts';
import { apiKeys } from './api-key-list/project.ts';
import { kafkaExports } from './kafka-export/project.ts';
import { webhooks } from './webhook-list/project.ts';

export const integration = defineReadContext({
  readModels: [apiKeys, webhooks, kafkaExports],
  queries: [
    () => import('./api-key-list/query.ts'),
    () => import('./kafka-export/query.ts'),
    () => import('./webhook-list/query.ts'),
  ],
});
