import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { tellsInjuries } from '@plimsoll/contracts/integration/channel';
import type { webhookChanged } from '@plimsoll/contracts/integration/webhook-events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { ExistingWebhook, WebhookSettings } from './webhook.ts';

export type WebhookChanges = { readonly [Field in keyof WebhookSettings]?: WebhookSettings[Field] | undefined };

/**
 * Changes an endpoint; equal settings write nothing. Endpoints that receive injury data require SEE_INJURY_DATA, except
 * for pausing. Refuses: Forbidden, AddressNotAllowed.
 */
export function changeWebhook(
  changes: WebhookChanges,
  webhook: ExistingWebhook,
  actor: Viewer,
  isAddressAllowed: boolean,
): Decision<EventOf<typeof webhookChanged>> {
  const changed = Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, webhook[field as keyof WebhookSettings]),
    ),
  ) as EventOf<typeof webhookChanged>['data'];
  const isPausing = Object.keys(changed).every((field) => field === 'isEnabled') && changed.isEnabled !== true;
  if (
    !isPausing &&
    (tellsInjuries(webhook) || tellsInjuries({ ...webhook, ...changed } as WebhookSettings)) &&
    !holds(actor, 'SEE_INJURY_DATA')
  )
    return refuse('Forbidden');
  if (changed.url !== undefined && !isAddressAllowed) return refuse('AddressNotAllowed');
  return Object.keys(changed).length === 0 ? [] : [{ type: 'WebhookChanged', data: changed }];
}
