import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { tellsInjuries } from '@plimsoll/contracts/integration/channel';
import type { webhookCreated } from '@plimsoll/contracts/integration/webhook-events';
import { MAX_WEBHOOKS } from '@plimsoll/contracts/integration/webhooks';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { NewWebhook, WebhookState } from './webhook.ts';

/** Facts from DNS and the read model that the decision needs. */
export interface WebhookFacts {
  readonly isAddressAllowed: boolean;
  readonly count: number;
}

/**
 * Creates an endpoint. Refuses: DuplicateGuid, Forbidden (injury data without SEE_INJURY_DATA), AddressNotAllowed,
 * LimitReached.
 */
export function createWebhook(
  webhook: NewWebhook,
  state: WebhookState,
  actor: Viewer,
  { isAddressAllowed, count }: WebhookFacts,
): Decision<EventOf<typeof webhookCreated>> {
  if (state !== 'NONE') return refuse('DuplicateGuid');
  if (tellsInjuries(webhook) && !holds(actor, 'SEE_INJURY_DATA')) return refuse('Forbidden');
  if (!isAddressAllowed) return refuse('AddressNotAllowed');
  if (count >= MAX_WEBHOOKS) return refuse('LimitReached');
  return [{ type: 'WebhookCreated', data: webhook }];
}
