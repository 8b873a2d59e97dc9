import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { WebhookEvent, webhookCreated } from '@plimsoll/contracts/integration/webhook-events';
import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { Folded } from '../commands/execute.ts';

export type NewWebhook = EventOf<typeof webhookCreated>['data'];
export type WebhookSettings = Omit<NewWebhook, 'webhookGuid' | 'secretGuid'>;

/** An endpoint as its stream has it. */
export interface StandingWebhook extends WebhookSettings {
  readonly disabledBecause: DisabledBecause | null;
}
export type WebhookState = 'NONE' | 'REMOVED' | StandingWebhook;

function evolve(state: WebhookState, event: RecordedEvent & WebhookEvent): WebhookState {
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

export const foldedWebhook = (guid: string): Folded<WebhookState> => ({
  stream: { kind: 'webhook', guid },
  initial: 'NONE',
  evolve: (state, event) => evolve(state, event as RecordedEvent & WebhookEvent),
});

/** Decides about an endpoint that is there. Refuses: RecordNotFound. */
export const aboutStanding = <Event>(
  state: WebhookState,
  decide: (webhook: StandingWebhook) => readonly Event[] | Refusal,
): readonly Event[] | Refusal => (typeof state === 'string' ? refuse('RecordNotFound') : decide(state));
