import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { webhookDisabled } from '@plimsoll/contracts/integration/webhook-events';
import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import type { Decision } from '../../commands/decision.ts';
import type { WebhookState } from './webhook.ts';

/** Disables a failing endpoint; no effect on one that is paused or removed. */
export function disableWebhook(
  because: DisabledBecause,
  webhook: WebhookState,
): Decision<EventOf<typeof webhookDisabled>> {
  return typeof webhook === 'string' || !webhook.isEnabled ? [] : [{ type: 'WebhookDisabled', data: { because } }];
}
