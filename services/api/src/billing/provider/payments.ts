/** A card as the provider keeps it. */
export interface KeptCard {
  readonly paymentToken: string;
  readonly brand: string;
  readonly last4Digits: string;
  /** The last day that it may be charged; null where the provider does not say. */
  readonly expiresOn: string | null;
}

/** What the provider says of a charge, or of a card that is to be kept. */
export type PaymentOutcome =
  | { readonly status: 'DONE'; readonly reference: string; readonly card: KeptCard }
  | { readonly status: 'DECLINED'; readonly declineCode: string }
  /** The card's owner is asked. */
  | { readonly status: 'ACTION_REQUIRED'; readonly reference: string; readonly clientSecret: string }
  | { readonly status: 'PENDING'; readonly reference: string }
  | { readonly status: 'CANCELLED' };

/** What is asked of a card: to be charged, or to be kept alone. `key` is our guid of it, and the provider does the same thing once. */
export interface PaymentRequest {
  readonly key: string;
  readonly organization: string;
  readonly customer: string;
  readonly paymentToken: string;
  /** Null keeps the card and charges nothing. */
  readonly charge: { readonly cents: number; readonly currency: string } | null;
  /** Whether the card is kept from before; else it is kept with this. */
  readonly isKept: boolean;
  /** Nobody is there whom the provider could ask. */
  readonly isAway: boolean;
}

/** What is to be paid back of a charge, once for each key. */
export interface RefundRequest {
  readonly key: string;
  readonly organization: string;
  /** Of the charge, as the provider calls it. */
  readonly reference: string;
  readonly cents: number;
}

export type RefundOutcome =
  | { readonly status: 'DONE'; readonly reference: string }
  | { readonly status: 'FAILED'; readonly code: string }
  | { readonly status: 'PENDING' };

/** What the provider has in its books. */
export interface BookedPayment {
  readonly kind: 'CHARGE' | 'REFUND';
  readonly reference: string;
  /** Ours, as the provider was told them; null for what it was never told by us. */
  readonly organization: string | null;
  readonly key: string | null;
  readonly cents: number;
  readonly currency: string;
}

/** What the provider tells of by itself. */
export interface PaymentNews {
  readonly eventId: string;
  /** Null where it is about nothing that bears our guids. */
  readonly about: {
    readonly kind: 'CHARGE' | 'CARD' | 'REFUND';
    readonly reference: string;
    readonly organization: string;
    readonly key: string;
    /** Null for a card that is kept and not charged. */
    readonly cents: number | null;
    readonly currency: string | null;
  } | null;
}

/** The provider does not answer, or not as it should: nothing is known of what was asked. */
export class PaymentsAway extends Error {
  override readonly name = 'PaymentsAway';
}

/** Whoever takes payments. Every method throws PaymentsAway while they do not answer. */
export abstract class Payments {
  /** What a card's token stands for; null for one that the provider does not know. */
  abstract look(paymentToken: string): Promise<{ readonly brand: string } | null>;
  /** As whom the provider knows an organization from now on. */
  abstract customerOf(organization: string): Promise<string>;
  /** Charges or keeps a card, once for each key, within a day of the first time. */
  abstract take(request: PaymentRequest): Promise<PaymentOutcome>;
  /** What came of a key, however old; null when the provider was never asked. */
  abstract find(
    request: Pick<PaymentRequest, 'key' | 'organization' | 'customer' | 'charge'>,
  ): Promise<PaymentOutcome | null>;
  /** Gives up what is not done yet; what was done in the meantime is told. */
  abstract cancel(reference: string): Promise<PaymentOutcome>;
  /** Pays back, once for each key, within a day of the first time. */
  abstract refund(request: RefundRequest): Promise<RefundOutcome>;
  /** What came of a refund's key, however old; null when the provider was never asked. */
  abstract findRefund(request: Pick<RefundRequest, 'key' | 'reference'>): Promise<RefundOutcome | null>;
  /** All that was charged and paid back from a moment to another, which is not part of it. */
  abstract booked(from: Date, to: Date): Promise<readonly BookedPayment[]>;
  /** What a webhook tells, by its body as it came; null where it is not signed by the provider, or was more than five minutes before `at`. */
  abstract readWebhook(body: string, signature: string | undefined, at: Date): PaymentNews | null;
  /** Answers for the card's owner, where no money moves. */
  abstract authenticate(reference: string, succeed: boolean): Promise<PaymentOutcome>;
}

/** Where nobody takes payments. */
export class NoPayments extends Payments {
  override look = this.#none;
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
