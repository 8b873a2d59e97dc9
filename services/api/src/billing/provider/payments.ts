/** A card stored at the provider. */
export interface StoredCard {
  readonly paymentToken: string;
  readonly brand: string;
  readonly last4Digits: string;
  /** Last day on which it may be charged; null when the provider does not say. */
  readonly expiresOn: string | null;
}

/** Outcome of charging or storing a card. */
export type PaymentOutcome =
  | { readonly status: 'DONE'; readonly reference: string; readonly card: StoredCard }
  | { readonly status: 'DECLINED'; readonly declineCode: string }
  /** The cardholder has to authenticate. */
  | { readonly status: 'ACTION_REQUIRED'; readonly reference: string; readonly clientSecret: string }
  | { readonly status: 'PENDING'; readonly reference: string }
  | { readonly status: 'CANCELLED' };

/**
 * Request to charge a card, or only to store it. `key` is our guid for it and makes the request idempotent at the
 * provider.
 */
export interface PaymentRequest {
  readonly key: string;
  readonly organization: string;
  readonly customer: string;
  readonly paymentToken: string;
  /** Null stores the card and charges nothing. */
  readonly charge: { readonly cents: number; readonly currency: string } | null;
  /** Whether the card is stored already; otherwise it is stored by this request. */
  readonly isStored: boolean;
  /** Whether the cardholder is absent and cannot authenticate (off-session). */
  readonly isOffSession: boolean;
}

/** Request to refund part of a charge, once per key. */
export interface RefundRequest {
  readonly key: string;
  readonly organization: string;
  /** The provider's reference for the charge. */
  readonly reference: string;
  readonly cents: number;
}

export type RefundOutcome =
  | { readonly status: 'DONE'; readonly reference: string }
  | { readonly status: 'FAILED'; readonly code: string }
  | { readonly status: 'PENDING' };

/** A charge or refund in the provider's books. */
export interface BookedPayment {
  readonly kind: 'CHARGE' | 'REFUND';
  readonly reference: string;
  /** Our organization guid, from the provider's metadata; null for payments that we did not make. */
  readonly organization: string | null;
  readonly key: string | null;
  readonly cents: number;
  readonly currency: string;
}

/** A webhook event from the provider. */
export interface PaymentWebhook {
  readonly eventId: string;
  /** Null when the event carries none of our guids. */
  readonly about: {
    readonly kind: 'CHARGE' | 'CARD' | 'REFUND';
    readonly reference: string;
    readonly organization: string;
    readonly key: string;
    /** Null for a card that is stored and not charged. */
    readonly cents: number | null;
    readonly currency: string | null;
  } | null;
}

/** The provider does not answer, or answers unexpectedly: the outcome of the request is unknown. */
export class PaymentsAway extends Error {
  override readonly name = 'PaymentsAway';
}

/** A payment provider. Every method except `readWebhook` throws PaymentsAway while the provider is unavailable. */
export abstract class Payments {
  /** Brand of the card behind a token; null for a token that the provider does not know. */
  abstract findCard(paymentToken: string): Promise<{ readonly brand: string } | null>;
  /** Creates the organization's customer at the provider and returns its id. */
  abstract customerOf(organization: string): Promise<string>;
  /** Charges or stores a card, once per key within a day of the first request. */
  abstract take(request: PaymentRequest): Promise<PaymentOutcome>;
  /** Outcome of a request by its key, however old; null when the provider never received it. */
  abstract find(
    request: Pick<PaymentRequest, 'key' | 'organization' | 'customer' | 'charge'>,
  ): Promise<PaymentOutcome | null>;
  /** Cancels a payment that is not done yet. Returns its actual outcome if it completed meanwhile. */
  abstract cancel(reference: string): Promise<PaymentOutcome>;
  /** Refunds, once per key within a day of the first request. */
  abstract refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Outcome of a refund by its key, however old; null when the provider never received it. */
  abstract findRefund(request: Pick<RefundRequest, 'key' | 'reference'>): Promise<RefundOutcome | null>;
  /** All charges and refunds in the interval from `from` (inclusive) to `to` (exclusive). */
  abstract booked(from: Date, to: Date): Promise<readonly BookedPayment[]>;
  /**
   * Verifies and parses a webhook from its raw body; null when it is not signed by the provider or was signed more than
   * five minutes before `at`.
   */
  abstract readWebhook(body: string, signature: string | undefined, at: Date): PaymentWebhook | null;
  /** Answers the cardholder's authentication. Sandbox only. */
  abstract authenticate(reference: string, succeed: boolean): Promise<PaymentOutcome>;
}

/** Payments where no provider is configured: every request fails. */
export class NoPayments extends Payments {
  override findCard = this.#none;
  override customerOf = this.#none;
  override take = this.#none;
  override find = this.#none;
  override cancel = this.#none;
  override refund = this.#none;
  override findRefund = this.#none;
  override booked = this.#none;
  override authenticate = this.#none;

  override readWebhook(): null {
    return null;
  }

  #none(): Promise<never> {
    return Promise.reject(new PaymentsAway('Nobody takes payments here'));
  }
}
