import { defineStream } from '../kernel/stream.ts';
import { kafkaEvents } from './kafka-events.ts';
import { keyEvents } from './key-events.ts';
import { webhookEvents } from './webhook-events.ts';

export const apiKeyStream = defineStream('api-key', keyEvents);
export const webhookStream = defineStream('webhook', webhookEvents);
export const kafkaExportStream = defineStream('kafka-export', kafkaEvents);
