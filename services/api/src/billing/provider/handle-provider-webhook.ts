import { CommandBus } from '@nestjs/cqrs';
import { guid } from '@plimsoll/contracts/kernel/values/ids';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { ResumeRefund } from '../invoices/resume-refund.ts';
import { ReceivedWebhooks } from './received-webhooks.ts';
import { wholeBilling } from '../invoices/paid-invoices.ts';
import type { PaymentWebhook } from './payments.ts';
import { Purchases } from '../purchases/purchases.ts';

/**
 * Result of checking a webhook against the log: a purchase or refund to resume, or a difference to record. Null when
 * nothing is to be done.
 */
export type WebhookEffect =
  | { readonly purchaseGuid: string }
  | { readonly refundGuid: string }
  | { readonly difference: string }
  | null;

/**
 * Checks a webhook about a charge, card or refund against an organization's log. The webhook is only a hint: no event
 * is written from its content.
 */
function effectOf(
  { kind, reference, organization, key, cents, currency }: NonNullable<PaymentWebhook['about']>,
  events: readonly BillingEvent[],
): WebhookEffect {
  const description = `${kind}  ${reference}  ${organization}  ${cents === null ? '-' : `${cents} ${currency}`}`;
  const request = requestOf(key, events);
  if (!request || request.kind !== kind)
    return { difference: `a webhook said  ${description}  the log has nothing of it` };
  if (request.cents !== cents || (cents !== null && request.currency !== currency))
    return { difference: `a webhook said  ${description}  the log has  ${request.cents} ${request.currency}` };
  return kind === 'REFUND' ? { refundGuid: key } : { purchaseGuid: request.purchaseGuid };
}

interface ProviderRequest {
  readonly kind: 'CHARGE' | 'CARD' | 'REFUND';
  readonly cents: number | null;
  readonly currency: string;
  readonly purchaseGuid: string;
}

/**
 * Finds the request sent to the provider under a key: the guid of a charge or refund or, for a card stored without a
 * charge, of its purchase.
 */
function requestOf(key: string, events: readonly BillingEvent[]): ProviderRequest | null {
  const currency = events.find(({ type }) => type === 'BillingOpened')?.data as { currency: string } | undefined;
  for (const { type, data } of events) {
    if (type === 'ChargeRequested' && data.chargeGuid === key)
      return { kind: 'CHARGE', cents: data.cents, currency: data.currency, purchaseGuid: data.purchaseGuid };
    if (type === 'RefundRequested' && data.refundGuid === key)
      return { kind: 'REFUND', cents: data.cents, currency: currency!.currency, purchaseGuid: '' };
    if (type === 'PurchaseBegun' && data.purchaseGuid === key)
      return { kind: 'CARD', cents: null, currency: currency!.currency, purchaseGuid: key };
  }
  return null;
}

const handled = { changed: true, repeated: false, position: null, revision: 0, number: null } as const;

/**
 * Handles a provider webhook, each event id once. A webhook is only a hint to query the provider, so neither its sender
 * nor the order of webhooks matters. If it differs from the log, the difference is stored and nothing else changes.
 * @throws PaymentsAway
 */
export const HandleProviderWebhook = defineCommand({
  name: 'HearPaymentProvider',
  needs: [ReceivedWebhooks, Purchases, CommandBus],
  handle:
    (webhooks, purchases, commands) =>
    async (store, { receivedAt }, { eventId, about }: PaymentWebhook) => {
      if (await webhooks.isKnown(eventId)) return handled;
      const effect =
        about &&
        (guid.safeParse(about.organization).success
          ? effectOf(about, await eventsOf(about.organization))
          : effectOf(about, []));
      if (effect && 'purchaseGuid' in effect)
        await purchases.resume(about!.organization, effect.purchaseGuid, receivedAt);
      if (effect && 'refundGuid' in effect)
        await commands.execute(
          new ResumeRefund(systemEnvelope({ tenant: about!.organization, at: receivedAt }), effect.refundGuid),
        );
      await webhooks.store(eventId, effect && 'difference' in effect ? effect.difference : null);
      return handled;

      async function eventsOf(organization: string): Promise<readonly BillingEvent[]> {
        return (await wholeBilling(organization).load(store, organization)).state.events;
      }
    },
});
