import { z } from 'zod';
import { day, instant, timeZone } from '../kernel/values/dates.ts';
import { defineEvent, personal, plain, STREAM, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { currencies } from '../kernel/values/money.ts';
import { modules } from '../organizations/features.ts';
import { billingIntervals } from './billing-interval.ts';
import { billingAddress } from './billing-address.ts';
import {
  catalogueParts,
  code,
  collectionMethods,
  discountTier,
  MAX_USERS,
  name,
  tier,
  trialDays,
} from './catalogue.ts';
import { quotedLine } from './quoted-lines.ts';
import { storedEmailAddress } from '../kernel/values/email-address.ts';

/** What was sold, with its prices: whatever becomes of the catalogue, what runs keeps them. */
const planTerms = z.strictObject({
  productGuid: guid,
  productKey: code,
  productName: name,
  modules: z.array(z.enum(modules)),
  productPlanGuid: guid,
  billingInterval: z.enum(billingIntervals),
  trialDays,
  needsBillingInfo: z.boolean(),
  collectionMethods: z.array(z.enum(collectionMethods)),
  tiers: z.array(tier),
  /** The prices of the opening's partner, which replace those. */
  discounts: z.array(discountTier),
});
export type PlanTerms = z.output<typeof planTerms>;

const quantity = z.int().min(1).max(MAX_USERS);

/**
 * An organization's billing begins. Stream: of kind billing, UUIDv5 of the organization and `billing`. Each event has
 * the day that it was in the organization's zone of then, `timeZone`. `trialDays` are the partner's, null where there
 * are none.
 */
export const billingOpened = defineEvent(
  'BillingOpened',
  z.strictObject({
    day,
    currency: z.enum(currencies),
    timeZone,
    channelPartnerCode: code.nullable(),
    trialDays: trialDays.nullable(),
    needsPaymentDetails: z.boolean(),
    isTrialOffered: z.boolean(),
  }),
);

/** For how many users, where that was said. */
const planChosen = defineEvent('PlanChosen', z.strictObject({ day, plan: planTerms, quantity: quantity.nullable() }));

/** The address for mails about payment and the recipient of invoices. Null leaves a value unchanged. */
const billingDetailsChanged = defineEvent(
  'BillingDetailsChanged',
  z.strictObject({
    day,
    emailAddress: personal(storedEmailAddress, STREAM).nullable(),
    address: personal(billingAddress.nullable(), STREAM),
  }),
  [(before: object) => ({ ...before, address: null })],
);

/** There is one, ever. It ends when `endsOn` begins. */
const trialBegun = defineEvent('TrialBegun', z.strictObject({ day, endsOn: day }));
export const trialExtended = defineEvent('TrialExtended', z.strictObject({ day, endsOn: day }));

/** From now on it runs. */
export const planBought = defineEvent(
  'PlanBought',
  z.strictObject({ day, plan: planTerms, quantity, collectionMethod: z.enum(collectionMethods) }),
);

/** What is sold from now on, whole. Stream: the installation's one of kind catalogue, in its own log. */
const cataloguePublished = defineEvent('CataloguePublished', z.strictObject({ catalogue: catalogueParts }));

export const catalogueEvents = [cataloguePublished] as const;
export type CatalogueEvent = EventOf<(typeof catalogueEvents)[number]>;

const cents = z.int().min(0).max(1_000_000_000);
/** What the provider calls something of its own. */
const reference = plain(
  z.string().regex(/^[A-Za-z0-9_]{1,255}$/),
  'the provider’s own name of a charge or of an organization',
);
const declineCode = plain(z.string().regex(/^[a-z0-9_]{1,80}$/), 'why a card was declined, by the provider’s list');
const paymentToken = personal(z.string().max(255), STREAM);

/** What an invoice is made of, as it was quoted. */
const figures = z.strictObject({
  lines: z.array(quotedLine),
  subtotal: cents,
  discount: cents,
  credit: cents,
  creditLeft: cents,
  taxes: z.array(z.strictObject({ name, rate: z.number(), registrationNumber: name.nullable(), cents })),
  tax: cents,
  total: cents,
});
export type InvoiceFigures = z.output<typeof figures>;

/**
 * Days that are paid for; `first` is the day that they are counted from, so that a short month shortens none after it.
 */
const period = z.strictObject({ from: day, to: day, first: day });

/** A plan is bought or switched to. It has no effect until it is completed. Without figures nothing is due yet. */
const purchaseBegun = defineEvent(
  'PurchaseBegun',
  z.strictObject({
    day,
    purchaseGuid: guid,
    begunAt: instant,
    plan: planTerms,
    quantity,
    collectionMethod: z.enum(collectionMethods),
    channelPartnerCode: code.nullable(),
    period: period.nullable(),
    figures: figures.nullable(),
    /** A trial that begins with it, and is over on that day. */
    trialEndsOn: day.nullable(),
    /** A card that is not stored yet, and the provider's ID of the organization. */
    paymentToken: paymentToken.nullable(),
    customer: reference.nullable(),
    emailAddress: personal(storedEmailAddress, STREAM).nullable(),
    address: personal(billingAddress.nullable(), STREAM),
    /** An open invoice that it pays; then nothing else comes of it. */
    invoiceGuid: guid.nullable(),
    /** Begun by the calendar, so that nobody can answer the card provider's questions. */
    byCalendar: z.boolean(),
  }),
  [(before: object) => ({ ...before, invoiceGuid: null, byCalendar: false })],
);
const purchaseCompleted = defineEvent(
  'PurchaseCompleted',
  z.strictObject({ day, purchaseGuid: guid, invoiceGuid: guid.nullable() }),
);
const purchaseFailed = defineEvent(
  'PurchaseFailed',
  z.strictObject({
    day,
    purchaseGuid: guid,
    because: z.enum(['DECLINED', 'EXPIRED']),
    declineCode: declineCode.nullable(),
  }),
);

/** Of the plan that runs, at its prices. */
const quantityChanged = defineEvent('QuantityChanged', z.strictObject({ day, quantity }));

/**
 * How many users the next period begins with, if there are no more members then; null withdraws a request. Until then
 * nothing changes.
 */
const renewalQuantityRequested = defineEvent(
  'RenewalQuantityRequested',
  z.strictObject({ day, quantity: quantity.nullable() }),
);

/** Written before the provider is asked, with the guid that it knows the charge by. */
const chargeRequested = defineEvent(
  'ChargeRequested',
  z.strictObject({
    day,
    chargeGuid: guid,
    purchaseGuid: guid,
    requestedAt: instant,
    cents,
    currency: z.enum(currencies),
  }),
);
const chargeSucceeded = defineEvent('ChargeSucceeded', z.strictObject({ day, chargeGuid: guid, reference }));
/** Without a code it was given up, and not declined. */
const chargeFailed = defineEvent(
  'ChargeFailed',
  z.strictObject({ day, chargeGuid: guid, declineCode: declineCode.nullable() }),
);

/** Which card is charged from now on, and the last day that it may be; null where the provider does not say. */
const paymentMethodSet = defineEvent(
  'PaymentMethodSet',
  z.strictObject({
    day,
    brand: personal(z.string().max(40), STREAM),
    last4Digits: personal(z.string().max(4), STREAM),
    expiresOn: day.nullable(),
    paymentToken,
    customer: reference,
  }),
  [(before: object) => ({ ...before, expiresOn: null })],
);

const periodBegun = defineEvent('PeriodBegun', z.strictObject({ day, ...period.shape }));

/** Invoices of an organization are counted from 1 without a gap, by its own log. */
const invoiceIssued = defineEvent(
  'InvoiceIssued',
  z.strictObject({
    day,
    invoiceGuid: guid,
    number: plain(z.string().regex(/^[0-9a-f]{12}-[1-9][0-9]*$/), 'the number of an invoice'),
    dueOn: day,
    currency: z.enum(currencies),
    productName: name,
    billingInterval: z.enum(billingIntervals),
    quantity,
    period: period.nullable(),
    figures,
    seller: z.strictObject({ name, lines: z.array(name) }),
    address: personal(billingAddress.nullable(), STREAM),
  }),
);
/**
 * Paid by a charge, by a transfer, or by nothing when the total is zero. Money for an invoice that is not open any more
 * goes to the balance for the next ones.
 */
const invoicePaid = defineEvent(
  'InvoicePaid',
  z.strictObject({
    day,
    invoiceGuid: guid,
    chargeGuid: guid.nullable(),
    paymentReference: plain(z.string().regex(/^[A-Za-z0-9 ._/-]{1,80}$/), 'what a bank calls a transfer').nullable(),
    toBalance: cents,
    /** The card that was charged. */
    brand: personal(z.string().max(40).nullable(), STREAM),
    last4Digits: personal(z.string().max(4).nullable(), STREAM),
  }),
  [(before: object) => ({ ...before, paymentReference: null, toBalance: 0, brand: null, last4Digits: null })],
);
/** Nobody is to pay it any more; what it took of the balance is given back. */
const invoiceVoided = defineEvent('InvoiceVoided', z.strictObject({ day, invoiceGuid: guid, balanceBack: cents }));

/** What is paid for, or tried, goes on until then. */
const subscriptionCancelled = defineEvent('SubscriptionCancelled', z.strictObject({ day, accessUntil: day }));
/** As if it had not been cancelled. */
const subscriptionRestored = defineEvent('SubscriptionRestored', z.strictObject({ day }));

/** The trial ended without a purchase. After a purchase the first period begins instead. */
const trialEnded = defineEvent('TrialEnded', z.strictObject({ day }));

/** An invoice was not paid: a charge for it failed, or it was sent and is overdue. */
const graceBegun = defineEvent(
  'GraceBegun',
  z.strictObject({ day, until: day, invoiceGuid: guid, declineCode: declineCode.nullable() }),
);
/** It is still not paid. */
const graceEnded = defineEvent('GraceEnded', z.strictObject({ day }));

/** What was bought, or tried, is over. */
const subscriptionEnded = defineEvent(
  'SubscriptionEnded',
  z.strictObject({ day, reason: z.enum(['CANCELLED', 'UNPAID']) }),
);

/** How many there were on the subscription's day of a month: what a bought number is held against. */
const membersCounted = defineEvent('MembersCounted', z.strictObject({ day, members: z.int().min(0) }));

export const billingReminders = [
  'TRIAL_ENDS_SOON',
  'TRIAL_LAST_DAY',
  'GRACE_ENDS_TOMORROW',
  'YEARLY_RENEWAL',
  'CARD_EXPIRES',
] as const;
export type BillingReminder = (typeof billingReminders)[number];
/** Of what comes on the day `about`. */
const billingReminderSent = defineEvent(
  'BillingReminderSent',
  z.strictObject({ day, reminder: z.enum(billingReminders), about: day }),
  [(before: object) => before],
);

/** Where no money moves: the organization's days are so many ahead of everybody's. */
export const billingClockMoved = defineEvent(
  'BillingClockMoved',
  z.strictObject({ day, days: z.int().min(1).max(1_000) }),
);

const reason = personal(z.string().min(1).max(200), STREAM);

/** Written before the provider is asked. `reference` is the charge that is paid back, as the provider calls it. */
const refundRequested = defineEvent(
  'RefundRequested',
  z.strictObject({ day, refundGuid: guid, invoiceGuid: guid, reference, cents, requestedAt: instant, reason }),
);
const refundCompleted = defineEvent(
  'RefundCompleted',
  z.strictObject({ day, refundGuid: guid, reference, creditNoteGuid: guid }),
);
const refundFailed = defineEvent('RefundFailed', z.strictObject({ day, refundGuid: guid, code: declineCode }));

/**
 * Takes an invoice back, or a part of it. Credit notes are counted like invoices, apart from them. Their figures are of
 * what is taken back.
 */
const creditNoteIssued = defineEvent(
  'CreditNoteIssued',
  z.strictObject({
    day,
    creditNoteGuid: guid,
    number: plain(z.string().regex(/^[0-9a-f]{12}-C[1-9][0-9]*$/), 'the number of a credit note'),
    invoiceGuid: guid,
    currency: z.enum(currencies),
    productName: name,
    billingInterval: z.enum(billingIntervals),
    quantity,
    period: period.nullable(),
    figures,
    seller: z.strictObject({ name, lines: z.array(name) }),
    address: personal(billingAddress.nullable(), STREAM),
    reason,
  }),
);

export const billingEvents = [
  billingOpened,
  planChosen,
  billingDetailsChanged,
  trialBegun,
  trialExtended,
  planBought,
  purchaseBegun,
  purchaseCompleted,
  purchaseFailed,
  chargeRequested,
  chargeSucceeded,
  chargeFailed,
  paymentMethodSet,
  periodBegun,
  invoiceIssued,
  invoicePaid,
  subscriptionCancelled,
  subscriptionRestored,
  quantityChanged,
  renewalQuantityRequested,
  invoiceVoided,
  trialEnded,
  graceBegun,
  graceEnded,
  subscriptionEnded,
  membersCounted,
  billingReminderSent,
  billingClockMoved,
  refundRequested,
  refundCompleted,
  refundFailed,
  creditNoteIssued,
] as const;
export type BillingEvent = EventOf<(typeof billingEvents)[number]>;
