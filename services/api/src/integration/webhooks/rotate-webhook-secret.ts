import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { onExistingWebhook, webhookDecider } from './webhook.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.rule.ts';

/** Also refuses: RecordNotFound. */
export const RotateWebhookSecret = defineCommand({
  name: 'RotateWebhookSecret',
  useCase: ({ actor }, webhookGuid: string, secretGuid: string) =>
    singleStream({
      own: webhookDecider.of(webhookGuid),
      decide: (state) => onExistingWebhook(state, (webhook) => rotateWebhookSecret(secretGuid, webhook, actor)),
    }),
});
