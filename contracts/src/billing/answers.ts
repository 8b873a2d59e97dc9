import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { listQuery } from '../kernel/values/list.ts';
import { currencies } from '../kernel/values/money.ts';
import { modules } from '../organizations/features.ts';
import { subscriptionStatuses } from '../organizations/subscription.ts';
import { safeText } from '../kernel/values/text.ts';
import { billingAddress, country } from './billing-address.ts';
import { holdsCardNumber } from './card-number.ts';
import { billingIntervals } from './billing-interval.ts';
import { code, collectionMethods, discountTier, MAX_USERS, tier } from './catalogue.ts';
import { quotedLine } from './quoted-lines.ts';
import { billingCommands } from './status.ts';
import { emailAddress } from '../kernel/values/email-address.ts';

/** The payment provider. */
export const paymentProviders = ['NONE', 'SANDBOX', 'STRIPE'] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

/** Who takes payments of an organization. */
export const billing = z.object({
  isEnabled: z.boolean(),
  provider: z.enum(paymentProviders),
  /** What a browser gives a card to the provider with; null where it takes none. */
  publishableKey: z.string().nullable(),
  currency: z.enum(currencies),
});

export const billingPlan = z.object({
  productPlanGuid: guid,
  billingInterval: z.enum(billingIntervals),
  currency: z.enum(currencies),
  includesFreeTrial: z.boolean(),
  /** For the organization that asks. */
  trialDays: z.int(),
  needsBillingInfo: z.boolean(),
  collectionMethods: z.array(z.enum(collectionMethods)),
  tiers: z.array(tier),
});
export type BillingPlan = z.output<typeof billingPlan>;

export const billingProduct = z.object({
  productGuid: guid,
  productKey: z.string(),
  name: z.string(),
  sellingPoints: z.array(z.string()),
  modules: z.array(z.enum(modules)),
  plans: z.array(billingPlan),
});
export type BillingProduct = z.output<typeof billingProduct>;
export const billingProductList = z.object({ items: z.array(billingProduct), totalCount: z.int() });
export const sellingPointList = z.object({ items: z.array(z.object({ text: z.string() })), totalCount: z.int() });

/** What a partner's code changes. */
export const billingDiscount = z.object({
  code: z.string(),
  partnerName: z.string(),
  trialDays: z.int().nullable(),
  validTo: day.nullable(),
  plans: z.array(z.object({ productPlanGuid: guid, discounts: z.array(discountTier) })),
});

/**
 * Of where taxes come: what the catalogue has for the address, nothing since it has none, or nothing since there is no
 * address.
 */
const taxSources = ['CATALOGUE', 'NONE', 'NO_ADDRESS'] as const;

/**
 * What a plan costs on this day. Cents: total = subtotal − discount − credit + tax, and the lines with their signs are
 * that total.
 */
export const billingQuote = z.object({
  /** Signed by us. A purchase with it costs what it says, or fails as outdated. */
  quote: z.string(),
  expiresAt: z.string(),
  productPlanGuid: guid,
  quantity: z.int(),
  currency: z.enum(currencies),
  tier,
  lines: z.array(quotedLine),
  subtotal: z.int(),
  discount: z.int(),
  credit: z.int(),
  /** The balance afterwards. */
  creditLeft: z.int(),
  taxes: z.array(z.object({ name: z.string(), rate: z.number(), source: z.enum(['CATALOGUE']), cents: z.int() })),
  taxSource: z.enum(taxSources),
  tax: z.int(),
  total: z.int(),
  /** 0 while a trial runs, or is still to be had. */
  dueNow: z.int(),
  firstChargeDate: day,
  nextBillingDate: day.nullable(),
  /** Null for a plan without periods. */
  displayYearly: z.int().nullable(),
});
export type BillingQuote = z.output<typeof billingQuote>;

/** What happened to a subscription, by the name of its event. */
const billingStep = z.object({ day, type: z.string(), productName: z.string().nullable(), until: day.nullable() });
export type BillingStep = z.output<typeof billingStep>;

/** An organization's subscription on a day. Whatever there is none of yet is null. */
export const subscription = z.object({
  subscriptionStatus: z.enum(subscriptionStatuses),
  productGuid: guid.nullable(),
  productKey: z.string().nullable(),
  productName: z.string().nullable(),
  plan: billingPlan.omit({ trialDays: true, collectionMethods: true }).nullable(),
  paymentMethod: z.object({ brand: z.string(), last4Digits: z.string() }).nullable(),
  collectionMethod: z.enum(collectionMethods).nullable(),
  address: billingAddress.nullable(),
  emailAddress: z.string().nullable(),
  /** The oldest first. */
  history: z.array(billingStep),
  periodFrom: day.nullable(),
  nextBillingDate: day.nullable(),
  accessUntil: day.nullable(),
  quantity: z.int().nullable(),
  /** Users requested for the next period, fewer than now. */
  renewalQuantity: z.int().nullable(),
  /** As many as there are now; null of an earlier day. */
  memberCount: z.int().nullable(),
  freeTrialRemainingDays: z.int().nullable(),
  /** Cents; null where billing was not opened. */
  balance: z.int().nullable(),
  openInvoiceGuid: guid.nullable(),
  /**
   * What the next renewal will charge, for the current members and with the taxes known for its day; null where none
   * is due as things are: without billing periods, after a cancellation, and while a purchase or an earlier charge is
   * outstanding.
   */
  nextPayment: z
    .object({ date: day, quantity: z.int(), total: z.int(), currency: z.enum(currencies), hasTax: z.boolean() })
    .nullable(),
  allowedCommands: z.array(z.enum(billingCommands)),
  revision: z.int(),
});
export type SubscriptionAnswer = z.output<typeof subscription>;

/** No number of a card, wherever it was typed. */
const withoutCard = (text: string): boolean => !holdsCardNumber(text);
/** What partners hand out. */
const partnersCode = safeText.max(200).refine(withoutCard);

const ofOrganization = { orgGuid: guid };
export const productParams = z.strictObject({ ...ofOrganization, productKey: code });
export const productGuidParams = z.strictObject({ ...ofOrganization, productGuid: guid });
/** Blank is a code that is missing. */
export const discountParams = z.strictObject({ ...ofOrganization, channelPartnerCode: partnersCode });
export const subscriptionQuery = z.strictObject({ asOf: day.optional() });
export const planParams = z.strictObject({
  ...ofOrganization,
  productKey: code,
  billingFrequency: z.enum(billingIntervals),
});

/** Whether there are too many users is for the decision to say: it has words for them. */
const wantedUsers = z.coerce.number().int().min(1).max(1_000_000);

/**
 * Without a quantity it counts the members; without a country it uses the stored address, if any. A blank code is none.
 */
export const quoteQuery = z.strictObject({
  quantity: wantedUsers.optional(),
  discountCode: partnersCode.optional(),
  country: country.optional(),
  province: safeText.max(100).refine(withoutCard).optional(),
});

const purchaseStatuses = ['PENDING', 'ACTION_REQUIRED', 'COMPLETED', 'DECLINED', 'EXPIRED'] as const;

/** A purchase and what became of it. `clientSecret` is what the card's owner agrees with, while they are asked. */
export const purchase = z.object({
  purchaseGuid: guid,
  status: z.enum(purchaseStatuses),
  clientSecret: z.string().nullable(),
  declineCode: z.string().nullable(),
  invoiceGuid: guid.nullable(),
});
export type PurchaseAnswer = z.output<typeof purchase>;

/** What became of it; no purchase where nothing is bought by it. */
export const chosenPlan = z.object({ subscription, purchase: purchase.nullable() });

const requestedAddress = z.strictObject({
  mailingAddress: billingAddress.shape.mailingAddress.refine(withoutCard),
  city: billingAddress.shape.city.refine(withoutCard),
  province: billingAddress.shape.province.refine(withoutCard),
  postalCode: billingAddress.shape.postalCode.refine(withoutCard),
  country,
});

/** The provider's token for a card: the card's number is sent to the provider alone. */
const paymentToken = z
  .string()
  .max(255)
  .regex(/^(pm|ctoken|tok)_[A-Za-z0-9_]+$/)
  .refine(withoutCard);

export const choosePlanRequest = z.strictObject({
  startFreeTrial: z.boolean(),
  emailAddress,
  quantity: z.int().min(1).max(MAX_USERS).optional(),
  /** The card that the trial begins with, and the recipient of invoices. */
  paymentToken: paymentToken.optional(),
  address: requestedAddress.optional(),
});

export const buyPlanRequest = z.strictObject({
  quantity: wantedUsers,
  paymentToken: paymentToken.optional(),
  address: requestedAddress,
  emailAddress,
  collectionMethod: z.enum(collectionMethods),
  channelPartnerCode: partnersCode.optional(),
  quote: z.string().max(4_000).optional(),
});

/** Omitted fields stay unchanged. */
export const changeSubscriptionRequest = z.strictObject({
  address: requestedAddress.optional(),
  emailAddress: emailAddress.optional(),
  collectionMethod: z.enum(collectionMethods).optional(),
  /** Within a paid period, more are charged for at once and fewer are requested for the next period. */
  quantity: wantedUsers.optional(),
  /** A card that is not stored yet. */
  paymentToken: paymentToken.optional(),
  /** Takes a cancellation back. */
  restore: z.boolean().optional(),
});

/** The content of an invoice apart from its number, days and state. In cents; the signed lines add up to the total. */
export const invoiceContent = z.object({
  currency: z.enum(currencies),
  productName: z.string(),
  billingInterval: z.enum(billingIntervals),
  quantity: z.int(),
  period: z.object({ from: day, to: day }).nullable(),
  lines: z.array(quotedLine),
  subtotal: z.int(),
  discount: z.int(),
  credit: z.int(),
  creditLeft: z.int(),
  taxes: z.array(
    z.object({ name: z.string(), rate: z.number(), registrationNumber: z.string().nullable(), cents: z.int() }),
  ),
  tax: z.int(),
  total: z.int(),
  seller: z.object({ name: z.string(), lines: z.array(z.string()) }),
  address: billingAddress.nullable(),
});
export type InvoiceContent = z.output<typeof invoiceContent>;

export const invoice = invoiceContent.extend({
  invoiceGuid: guid,
  number: z.string(),
  kind: z.enum(['INVOICE', 'CREDIT_NOTE']),
  issuedOn: day,
  dueOn: day,
  status: z.enum(['OPEN', 'PAID', 'VOID']),
  /** Cents that were paid back. */
  refunded: z.int(),
  /** The card that was charged; null while nothing was, and where it was paid otherwise. */
  paidWith: z.object({ brand: z.string(), last4Digits: z.string() }).nullable(),
});
export type Invoice = z.output<typeof invoice>;
export const invoiceList = z.object({ items: z.array(invoice), totalCount: z.int(), limit: z.int(), offset: z.int() });

export const invoicesQuery = listQuery.omit({ cursor: true });
/** Without a token the stored card is charged. */
export const payInvoiceRequest = z.strictObject({ paymentToken: paymentToken.optional() });

export const invoiceParams = z.strictObject({ ...ofOrganization, invoiceGuid: guid });

export const purchaseParams = z.strictObject({ ...ofOrganization, purchaseGuid: guid });
/** What the card's owner answers, where no money moves. */
export const authenticateRequest = z.strictObject({ succeed: z.boolean() });

/** Reports to a webhook get an empty answer. */
export const nothingMore = z.strictObject({});
