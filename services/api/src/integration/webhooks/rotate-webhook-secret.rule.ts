import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { tellsInjuries } from '@plimsoll/contracts/integration/channel';
import type { webhookSecretRotated } from '@plimsoll/contracts/integration/webhook-events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { ExistingWebhook } from './webhook.ts';

/** Replaces an endpoint's secret. Refuses: Forbidden (injury data without SEE_INJURY_DATA). */
export function rotateWebhookSecret(
  secretGuid: string,
  webhook: ExistingWebhook,
  actor: Viewer,
): Decision<EventOf<typeof webhookSecretRotated>> {
  if (tellsInjuries(webhook) && !holds(actor, 'SEE_INJURY_DATA')) return refuse('Forbidden');
  return [{ type: 'WebhookSecretRotated', data: { secretGuid } }];
}
