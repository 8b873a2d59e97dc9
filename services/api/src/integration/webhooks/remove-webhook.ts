import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { webhookDecider } from './webhook.ts';
import { removeWebhook } from './remove-webhook.rule.ts';

export const RemoveWebhook = defineCommand({
  name: 'RemoveWebhook',
  useCase: (_, webhookGuid: string) => singleStream({ own: webhookDecider.of(webhookGuid), decide: removeWebhook }),
});
