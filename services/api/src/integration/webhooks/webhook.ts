import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { webhookCreated } from '@plimsoll/contracts/integration/webhook-events';
import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { webhookStream } from '@plimsoll/contracts/integration/streams';
import { decider, type RecordedOf } from '../../commands/decider.ts';

export type NewWebhook = EventOf<typeof webhookCreated>['data'];
export type WebhookSettings = Omit<NewWebhook, 'webhookGuid' | 'secretGuid'>;

/** State of an existing endpoint. */
export interface ExistingWebhook extends WebhookSettings {
  readonly disabledBecause: DisabledBecause | null;
}
export type WebhookState = 'NONE' | 'REMOVED' | ExistingWebhook;

function evolveWebhook(state: WebhookState, event: RecordedOf<typeof webhookStream>): WebhookState {
  if (event.type === 'WebhookCreated') {
    const { webhookGuid: _, secretGuid: __, ...settings } = event.data;
    return { ...settings, disabledBecause: null };
  }
  if (event.type === 'WebhookRemoved') return 'REMOVED';
  if (typeof state === 'string') return state;
  if (event.type === 'WebhookDisabled') return { ...state, isEnabled: false, disabledBecause: event.data.because };
  if (event.type === 'WebhookChanged')
    return { ...state, ...event.data, disabledBecause: event.data.isEnabled ? null : state.disabledBecause };
  return state;
}

export const webhookDecider = decider({
  stream: webhookStream,
  initial: 'NONE' as WebhookState,
  evolve: evolveWebhook,
});

/** Runs a decision on an existing endpoint. Refuses: RecordNotFound. */
export const onExistingWebhook = <Event>(
  state: WebhookState,
  decide: (webhook: ExistingWebhook) => readonly Event[] | Refusal,
): readonly Event[] | Refusal => (typeof state === 'string' ? refuse('RecordNotFound') : decide(state));
