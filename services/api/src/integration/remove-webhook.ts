import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { webhookRemoved } from '@plimsoll/contracts/integration/webhook-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { webhookDecider, type WebhookState } from './webhook.ts';

/** Removes an endpoint; again writes nothing. Refuses: RecordNotFound. */
export function removeWebhook(webhook: WebhookState): Decision<EventOf<typeof webhookRemoved>> {
  if (webhook === 'NONE') return refuse('RecordNotFound');
  return webhook === 'REMOVED' ? [] : [{ type: 'WebhookRemoved', data: {} }];
}

export const RemoveWebhook = defineCommand({
  name: 'RemoveWebhook',
  useCase: (_, webhookGuid: string) => singleStream({ own: webhookDecider.of(webhookGuid), decide: removeWebhook }),
});
