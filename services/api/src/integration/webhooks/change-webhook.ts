import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { onExistingWebhook, webhookDecider } from './webhook.ts';
import { type WebhookChanges, changeWebhook } from './change-webhook.rule.ts';

/** Also refuses: RecordNotFound. */
export const ChangeWebhook = defineCommand({
  name: 'ChangeWebhook',
  useCase: ({ actor }, webhookGuid: string, changes: WebhookChanges, isAddressAllowed: boolean) =>
    singleStream({
      own: webhookDecider.of(webhookGuid),
      decide: (state) =>
        onExistingWebhook(state, (webhook) => changeWebhook(changes, webhook, actor, isAddressAllowed)),
    }),
});
