import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BillingState, OpenPurchase } from '@plimsoll/contracts/billing/billing-state';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { isExecuted } from '../../commands/execute.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { billingDecider } from '../billing-stream.ts';
import { Payments, type PaymentOutcome, type PaymentRequest } from '../provider/payments.ts';
import { SettlePurchase } from './settle-purchase.ts';
import type { Settled } from './settle-purchase.rule.ts';

/** Progress of a purchase at the provider; SETTLED once it has ended. */
export type PurchaseProgress =
  | { readonly status: 'SETTLED' }
  | { readonly status: 'PENDING' }
  | { readonly status: 'ACTION_REQUIRED'; readonly reference: string; readonly clientSecret: string };

/** How long a purchase may stay unpaid before it expires. */
const HOUR_MS = 3_600_000;

/** Resumes purchases. Safe to call from several processes: the provider makes each charge once. */
@Injectable()
export class Purchases {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly payments: Payments,
  ) {}

  /** Sends the purchase's request to the provider and records its outcome. @throws PaymentsAway */
  async resume(organization: string, purchaseGuid: string, now: Date): Promise<PurchaseProgress> {
    const open = await this.#open(organization, purchaseGuid);
    if (!open) return { status: 'SETTLED' };
    const request = requestOf(organization, open);
    const isOver = now.getTime() - Date.parse(open.purchase.begunAt) >= HOUR_MS;
    const outcome = isOver ? await this.#expire(request) : await this.payments.take(request);
    if (outcome.status === 'ACTION_REQUIRED') return outcome;
    if (outcome.status === 'PENDING') return { status: 'PENDING' };
    await this.#settle(
      organization,
      purchaseGuid,
      outcome.status === 'CANCELLED' ? { status: 'EXPIRED' } : outcome,
      now,
    );
    return { status: 'SETTLED' };
  }

  /** Like `resume`, but answers PENDING after `milliseconds`; the work continues in the background. */
  async resumeFor(
    milliseconds: number,
    organization: string,
    purchaseGuid: string,
    now: Date,
  ): Promise<PurchaseProgress> {
    const pause = new AbortController();
    const pending = { status: 'PENDING' } as const;
    const late = sleep(milliseconds, pending, { signal: pause.signal }).catch(() => pending);
    // On an error the outcome is unknown: the next call sends the same key again.
    const resumed = this.resume(organization, purchaseGuid, now).catch(() => pending);
    const progress = await Promise.race([resumed, late]);
    pause.abort();
    return progress;
  }

  /** Answers the cardholder's authentication. Sandbox only. */
  async authenticate(organization: string, purchaseGuid: string, succeed: boolean, now: Date): Promise<boolean> {
    const progress = await this.resume(organization, purchaseGuid, now);
    if (progress.status !== 'ACTION_REQUIRED') return false;
    await this.payments.authenticate(progress.reference, succeed);
    await this.resume(organization, purchaseGuid, now);
    return true;
  }

  /** Cancels an expired purchase; if it was paid meanwhile, that payment counts. */
  async #expire(request: PaymentRequest): Promise<PaymentOutcome> {
    const found = await this.payments.find(request);
    if (!found) return { status: 'CANCELLED' };
    return found.status === 'ACTION_REQUIRED' || found.status === 'PENDING'
      ? this.payments.cancel(found.reference)
      : found;
  }

  async #open(organization: string, purchaseGuid: string): Promise<Open | null> {
    const { state: billing } = await billingDecider.of(organization).load(this.store, organization);
    return billing?.purchase?.purchaseGuid === purchaseGuid ? { billing, purchase: billing.purchase } : null;
  }

  /** Settles a purchase under a command id derived from it, so that it is written once. */
  async #settle(organization: string, purchaseGuid: string, settled: Settled, at: Date): Promise<void> {
    const envelope = systemEnvelope({ tenant: organization, name: `purchase ${purchaseGuid} settled`, at });
    const outcome = await this.commands.execute(
      new SettlePurchase(envelope, purchaseGuid, organization, settled, envelope.newGuid()),
    );
    if (!isExecuted(outcome)) throw new Error(`A purchase could not be settled: ${outcome.refused}`);
  }
}

interface Open {
  readonly billing: BillingState;
  readonly purchase: OpenPurchase;
}

/**
 * Provider request of an open purchase. Its key is the guid of the charge or, when nothing is charged yet, of the
 * purchase. @throws when the card was erased
 */
function requestOf(
  organization: string,
  { billing, purchase: { purchaseGuid, chargeGuid, chargeCents, paymentToken, customer, byCalendar } }: Open,
): PaymentRequest {
  const token = paymentToken ?? billing.paymentMethod?.paymentToken;
  if (token === undefined || customer === null)
    throw new Error('A purchase asks nothing of the provider, and is not complete');
  return {
    key: chargeGuid ?? purchaseGuid,
    organization,
    customer,
    paymentToken: token,
    isStored: paymentToken === null,
    isOffSession: byCalendar,
    charge: chargeGuid === null ? null : { cents: chargeCents!, currency: billing.currency },
  };
}
