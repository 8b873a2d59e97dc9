import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { webhookRemoved } from '@plimsoll/contracts/integration/webhook-events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { WebhookState } from './webhook.ts';

/** Removes an endpoint; no effect if it is removed already. Refuses: RecordNotFound. */
export function removeWebhook(webhook: WebhookState): Decision<EventOf<typeof webhookRemoved>> {
  if (webhook === 'NONE') return refuse('RecordNotFound');
  return webhook === 'REMOVED' ? [] : [{ type: 'WebhookRemoved', data: {} }];
}
