import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { webhookDecider, type NewWebhook } from './webhook.ts';
import { type WebhookFacts, createWebhook } from './create-webhook.rule.ts';

export const CreateWebhook = defineCommand({
  name: 'CreateWebhook',
  useCase: ({ actor }, webhook: NewWebhook, facts: WebhookFacts) =>
    singleStream({
      own: webhookDecider.of(webhook.webhookGuid),
      decide: (state) => createWebhook(webhook, state, actor, facts),
    }),
});
