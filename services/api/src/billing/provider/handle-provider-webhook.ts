import { CommandBus } from '@nestjs/cqrs';
import { guid } from '@plimsoll/contracts/kernel/values/ids';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { ResumeRefund } from '../invoices/resume-refund.ts';
import { HeardWebhooks } from './received-webhooks.ts';
import { wholeBilling } from '../invoices/paid-invoices.ts';
import type { PaymentNews } from './payments.ts';
import { Purchases } from '../purchases/purchases.ts';

/**
 * Result of checking a webhook against the log: a purchase or refund to resume, or a difference to record. Null when
 * nothing is to be done.
 */
export type Heard =
  | { readonly purchaseGuid: string }
  | { readonly refundGuid: string }
  | { readonly difference: string }
  | null;

/**
 * Checks a webhook about a charge, card or refund against an organization's log. The webhook is only a hint: no event
 * is written from its content.
 */
export function heardOf(
  { kind, reference, organization, key, cents, currency }: NonNullable<PaymentNews['about']>,
  events: readonly BillingEvent[],
): Heard {
  const told = `${kind}  ${reference}  ${organization}  ${cents === null ? '-' : `${cents} ${currency}`}`;
  const asked = askedFor(key, events);
  if (!asked || asked.kind !== kind) return { difference: `a webhook said  ${told}  the log has nothing of it` };
  if (asked.cents !== cents || (cents !== null && asked.currency !== currency))
    return { difference: `a webhook said  ${told}  the log has  ${asked.cents} ${asked.currency}` };
  return kind === 'REFUND' ? { refundGuid: key } : { purchaseGuid: asked.purchaseGuid };
}

interface Asked {
  readonly kind: 'CHARGE' | 'CARD' | 'REFUND';
  readonly cents: number | null;
  readonly currency: string;
  readonly purchaseGuid: string;
}

/**
 * Finds the request sent to the provider under a key: the guid of a charge or refund or, for a card stored without a
 * charge, of its purchase.
 */
function askedFor(key: string, events: readonly BillingEvent[]): Asked | null {
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

const heard = { changed: true, repeated: false, position: null, revision: 0, number: null } as const;

/**
 * Handles a provider webhook, each event id once. A webhook is only a hint to query the provider, so neither its sender
 * nor the order of webhooks matters. If it differs from the log, the difference is stored and nothing else changes.
 * @throws PaymentsAway
 */
export const HearPaymentProvider = defineCommand({
  name: 'HearPaymentProvider',
  needs: [HeardWebhooks, Purchases, CommandBus],
  handle:
    (webhooks, purchases, commands) =>
    async (store, { receivedAt }, { eventId, about }: PaymentNews) => {
      if (await webhooks.isKnown(eventId)) return heard;
      const follows =
        about &&
        (guid.safeParse(about.organization).success
          ? heardOf(about, await eventsOf(about.organization))
          : heardOf(about, []));
      if (follows && 'purchaseGuid' in follows)
        await purchases.carryOn(about!.organization, follows.purchaseGuid, receivedAt);
      if (follows && 'refundGuid' in follows)
        await commands.execute(
          new ResumeRefund(systemEnvelope({ tenant: about!.organization, at: receivedAt }), follows.refundGuid),
        );
      await webhooks.keep(eventId, follows && 'difference' in follows ? follows.difference : null);
      return heard;

      async function eventsOf(organization: string): Promise<readonly BillingEvent[]> {
        return (await wholeBilling(organization).load(store, organization)).state.events;
      }
    },
});
