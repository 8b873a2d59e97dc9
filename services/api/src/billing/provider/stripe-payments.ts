import Stripe from 'stripe';
import {
  Payments,
  PaymentsAway,
  type BookedPayment,
  type PaymentWebhook,
  type PaymentOutcome,
  type PaymentRequest,
  type RefundOutcome,
  type RefundRequest,
} from './payments.ts';

/** Access to Stripe. Without `host`, Stripe's own address is used. */
export interface StripeAccess {
  readonly secretKey: string;
  readonly host?: string;
  readonly port?: number;
  /** Webhook signing secrets; more than one during rotation. */
  readonly webhookSecrets?: readonly string[];
}

/**
 * Options for calls at the start of a request: a short timeout without retries, since nothing was charged and a user is
 * waiting.
 */
const BRIEFLY = { timeout: 4_000, maxNetworkRetries: 0 } as const;

/** Maximum age of a webhook signature; an older one may be replayed. */
const TOLERANCE_SECONDS = 300;

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Payments through Stripe: PaymentIntents and SetupIntents of customers, found again by our guid in their metadata. */
export class StripePayments extends Payments {
  readonly #stripe: Stripe;
  readonly #webhookSecrets: readonly string[];

  constructor({ secretKey, host, port, webhookSecrets = [] }: StripeAccess) {
    super();
    this.#webhookSecrets = webhookSecrets;
    this.#stripe = new Stripe(secretKey, {
      ...(host !== undefined && { host, port, protocol: 'http' as const }),
      maxNetworkRetries: 1,
      timeout: 8_000,
      telemetry: false,
    });
  }

  override async findCard(paymentToken: string): Promise<{ readonly brand: string } | null> {
    return wrapErrors(async () => {
      try {
        if (paymentToken.startsWith('pm_'))
          return {
            brand: (await this.#stripe.paymentMethods.retrieve(paymentToken, {}, BRIEFLY)).card?.brand ?? 'unknown',
          };
        if (paymentToken.startsWith('ctoken_'))
          return {
            brand:
              (await this.#stripe.confirmationTokens.retrieve(paymentToken)).payment_method_preview?.card?.brand ??
              'unknown',
          };
        return { brand: (await this.#stripe.tokens.retrieve(paymentToken)).card?.brand ?? 'unknown' };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
        throw error;
      }
    });
  }

  override customerOf(organization: string): Promise<string> {
    return wrapErrors(
      async () =>
        (
          await this.#stripe.customers.create(
            { metadata: { organization } },
            { ...BRIEFLY, idempotencyKey: `customer-${organization}` },
          )
        ).id,
    );
  }

  override take(request: PaymentRequest): Promise<PaymentOutcome> {
    const { key, organization, customer, paymentToken, charge, isStored, isOffSession } = request;
    return wrapErrors(async () => {
      try {
        const shared = {
          customer,
          confirm: true as const,
          use_stripe_sdk: true,
          payment_method_types: ['card'],
          metadata: { organization, key },
          expand: ['payment_method'],
          ...(await this.#methodOf(paymentToken)),
        };
        const intent = charge
          ? await this.#stripe.paymentIntents.create(
              {
                ...shared,
                amount: charge.cents,
                currency: charge.currency.toLowerCase(),
                ...(isStored ? {} : { setup_future_usage: 'off_session' as const }),
                ...(isOffSession && { off_session: true }),
              },
              { idempotencyKey: key },
            )
          : await this.#stripe.setupIntents.create({ ...shared, usage: 'off_session' }, { idempotencyKey: key });
        // A repeated key returns the first response; the cardholder may have authenticated since, so the intent is read
        // again.
        const now =
          intent.status === 'requires_action' || intent.status === 'processing'
            ? await this.#retrieve(intent.id)
            : intent;
        if (!matchesRequest(now, request)) throw new PaymentsAway(`${now.id} is not what was asked for`);
        return outcomeOf(now);
      } catch (error) {
        return declined(error);
      }
    });
  }

  override find(
    request: Pick<PaymentRequest, 'key' | 'organization' | 'customer' | 'charge'>,
  ): Promise<PaymentOutcome | null> {
    const { customer, charge } = request;
    const wanted = { customer, limit: 100, expand: ['data.payment_method'] };
    return wrapErrors(async () => {
      const intents: AsyncIterable<Intent> = charge
        ? this.#stripe.paymentIntents.list(wanted)
        : this.#stripe.setupIntents.list(wanted);
      for await (const intent of intents) if (matchesRequest(intent, request)) return outcomeOf(intent);
      return null;
    });
  }

  override cancel(reference: string): Promise<PaymentOutcome> {
    return wrapErrors(async () => {
      try {
        return outcomeOf(
          reference.startsWith('seti_')
            ? await this.#stripe.setupIntents.cancel(reference)
            : await this.#stripe.paymentIntents.cancel(reference),
        );
      } catch (error) {
        // It has completed or was cancelled already.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return outcomeOf(await this.#retrieve(reference));
        throw error;
      }
    });
  }

  override refund({ key, organization, reference, cents }: RefundRequest): Promise<RefundOutcome> {
    return wrapErrors(async () => {
      try {
        return refundOutcomeOf(
          await this.#stripe.refunds.create(
            { payment_intent: reference, amount: cents, metadata: { organization, key } },
            { idempotencyKey: key },
          ),
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          return { status: 'FAILED', code: error.code ?? 'invalid_request' };
        throw error;
      }
    });
  }

  override findRefund({ key, reference }: Pick<RefundRequest, 'key' | 'reference'>): Promise<RefundOutcome | null> {
    return wrapErrors(async () => {
      for await (const refund of this.#stripe.refunds.list({ payment_intent: reference, limit: 100 }))
        if (refund.metadata?.['key'] === key) return refundOutcomeOf(refund);
      return null;
    });
  }

  override booked(from: Date, to: Date): Promise<readonly BookedPayment[]> {
    const created = { gte: Math.floor(from.getTime() / 1_000), lt: Math.ceil(to.getTime() / 1_000) };
    return wrapErrors(async () => {
      const found: BookedPayment[] = [];
      const take = (
        kind: BookedPayment['kind'],
        { id: reference, metadata, currency }: Stripe.PaymentIntent | Stripe.Refund,
        cents: number,
      ) =>
        void found.push({
          kind,
          reference,
          organization: metadata?.['organization'] ?? null,
          key: metadata?.['key'] ?? null,
          cents,
          currency: currency.toUpperCase(),
        });
      for await (const intent of this.#stripe.paymentIntents.list({ created, limit: 100 }))
        if (intent.status === 'succeeded') take('CHARGE', intent, intent.amount_received);
      for await (const refund of this.#stripe.refunds.list({ created, limit: 100 }))
        if (refund.status === 'succeeded') take('REFUND', refund, refund.amount);
      return found;
    });
  }

  override readWebhook(body: string, signature: string | undefined, at: Date): PaymentWebhook | null {
    // The library refuses only what is too old.
    if (signedAt(signature) > at.getTime() + TOLERANCE_SECONDS * 1_000) return null;
    for (const secret of this.#webhookSecrets) {
      try {
        return webhookOf(
          this.#stripe.webhooks.constructEvent(
            body,
            signature ?? '',
            secret,
            TOLERANCE_SECONDS,
            undefined,
            at.getTime(),
          ),
        );
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return null;
      }
    }
    return null;
  }

  override authenticate(reference: string, succeed: boolean): Promise<PaymentOutcome> {
    const kind = reference.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    return wrapErrors(async () => {
      await this.#stripe.rawRequest('POST', `/v1/sandbox/${kind}/${reference}/authenticate`, {
        succeed: String(succeed),
      });
      return outcomeOf(await this.#retrieve(reference));
    });
  }

  /** Resolves a card token to a payment method, the same one each time. */
  async #methodOf(
    paymentToken: string,
  ): Promise<{ readonly payment_method: string } | { readonly confirmation_token: string }> {
    if (paymentToken.startsWith('ctoken_')) return { confirmation_token: paymentToken };
    if (!paymentToken.startsWith('tok_')) return { payment_method: paymentToken };
    return {
      payment_method: (
        await this.#stripe.paymentMethods.create(
          { type: 'card', card: { token: paymentToken } },
          { idempotencyKey: `method-${paymentToken}` },
        )
      ).id,
    };
  }

  #retrieve(reference: string): Promise<Intent> {
    const expand = { expand: ['payment_method'] };
    return reference.startsWith('seti_')
      ? this.#stripe.setupIntents.retrieve(reference, expand)
      : this.#stripe.paymentIntents.retrieve(reference, expand);
  }
}

/** Whether an intent matches the request: same key, organization and amount. */
function matchesRequest(
  intent: Intent,
  { key, organization, charge }: Pick<PaymentRequest, 'key' | 'organization' | 'charge'>,
): boolean {
  const { metadata } = intent;
  if (metadata?.['key'] !== key || metadata['organization'] !== organization) return false;
  if (intent.object === 'setup_intent' || charge === null) return intent.object === 'setup_intent' && charge === null;
  return (
    intent.amount === charge.cents &&
    intent.currency === charge.currency.toLowerCase() &&
    (intent.status !== 'succeeded' || intent.amount_received === charge.cents)
  );
}

const kinds: Readonly<Record<string, NonNullable<PaymentWebhook['about']>['kind']>> = {
  payment_intent: 'CHARGE',
  setup_intent: 'CARD',
  refund: 'REFUND',
};

/** Parses a Stripe event; `about` is null for objects that do not carry our guids. */
/** When a webhook was signed, in ms, by its signature; 0 for one that says nothing. */
const signedAt = (signature: string | undefined): number =>
  Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? '')?.[1] ?? 0) * 1_000;

function webhookOf({ id: eventId, data }: Stripe.Event): PaymentWebhook {
  const { object, id: reference, metadata, amount, currency } = data.object as Partial<Stripe.PaymentIntent>;
  const { organization, key } = metadata ?? {};
  const kind = kinds[object ?? ''];
  if (kind === undefined || reference === undefined || organization === undefined || key === undefined)
    return { eventId, about: null };
  return {
    eventId,
    about: { kind, reference, organization, key, cents: amount ?? null, currency: currency?.toUpperCase() ?? null },
  };
}

function outcomeOf(intent: Intent): PaymentOutcome {
  const { id: reference, payment_method: method } = intent;
  switch (intent.status) {
    case 'succeeded':
      if (typeof method !== 'object' || !method) throw new PaymentsAway(`${reference} does not say which card it is`);
      return {
        status: 'DONE',
        reference,
        card: {
          paymentToken: method.id,
          brand: method.card?.brand ?? 'unknown',
          last4Digits: method.card?.last4 ?? '',
          expiresOn: lastDayOf(method.card),
        },
      };
    case 'requires_action':
      return { status: 'ACTION_REQUIRED', reference, clientSecret: intent.client_secret ?? '' };
    case 'requires_payment_method': {
      const error = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
      return { status: 'DECLINED', declineCode: error?.decline_code ?? error?.code ?? 'generic_decline' };
    }
    case 'canceled':
      return { status: 'CANCELLED' };
    default:
      return { status: 'PENDING', reference };
  }
}

/** Last day of the card's expiry month. */
const lastDayOf = (
  card: Pick<Stripe.PaymentMethod.Card, 'exp_month' | 'exp_year'> | null | undefined,
): string | null =>
  card?.exp_month && card.exp_year
    ? new Date(Date.UTC(card.exp_year, card.exp_month, 0)).toISOString().slice(0, 10)
    : null;

function refundOutcomeOf({ id: reference, status, failure_reason: code }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return { status: 'DONE', reference };
  return status === 'failed' || status === 'canceled'
    ? { status: 'FAILED', code: code ?? 'refund_failed' }
    : { status: 'PENDING' };
}

/** Turns a card decline into an outcome; rethrows any other error. */
function declined(error: unknown): PaymentOutcome {
  if (error instanceof Stripe.errors.StripeCardError)
    return { status: 'DECLINED', declineCode: error.decline_code ?? error.code ?? 'generic_decline' };
  throw error;
}

async function wrapErrors<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new PaymentsAway(`The provider of payments did not do it: ${error.type}`, { cause: error });
    throw error;
  }
}
