import { z } from 'zod';
import { day } from '../dates.ts';
import { guid } from '../ids.ts';
import { currencies } from '../money.ts';
import { modules } from '../organizations/features.ts';
import { subscriptionStatuses } from '../organizations/subscription.ts';
import { safeText } from '../text.ts';
import { billingIntervals } from './billing-interval.ts';
import { code, collectionMethods, discountTier, MOST_USERS, tier } from './catalogue.ts';
import { billingCommands } from './status.ts';

/** By whom payments are taken. */
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

export const billingProduct = z.object({ productGuid: guid, productKey: z.string(), name: z.string(), sellingPoints: z.array(z.string()), modules: z.array(z.enum(modules)), plans: z.array(billingPlan) });
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
  address: z.object({ mailingAddress: z.string(), city: z.string(), province: z.string(), postalCode: z.string(), country: z.string() }).nullable(),
  emailAddress: z.string().nullable(),
  /** The oldest first. */
  history: z.array(billingStep),
  periodFrom: day.nullable(),
  nextBillingDate: day.nullable(),
  accessUntil: day.nullable(),
  quantity: z.int().nullable(),
  /** As many as there are now; null of an earlier day. */
  memberCount: z.int().nullable(),
  freeTrialRemainingDays: z.int().nullable(),
  /** Cents; null where billing was not opened. */
  balance: z.int().nullable(),
  openInvoiceGuid: guid.nullable(),
  allowedCommands: z.array(z.enum(billingCommands)),
  revision: z.int(),
});
export type SubscriptionAnswer = z.output<typeof subscription>;

const ofOrganization = { orgGuid: guid };
export const productParams = z.strictObject({ ...ofOrganization, productKey: code });
export const productGuidParams = z.strictObject({ ...ofOrganization, productGuid: guid });
/** Blank is a code that is missing. */
export const discountParams = z.strictObject({ ...ofOrganization, channelPartnerCode: safeText.max(200) });
export const subscriptionQuery = z.strictObject({ asOf: day.optional() });
export const planParams = z.strictObject({ ...ofOrganization, productKey: code, billingFrequency: z.enum(billingIntervals) });

export const choosePlanRequest = z.strictObject({
  startFreeTrial: z.boolean(),
  emailAddress: z.string().trim().pipe(z.email().max(254)),
  quantity: z.int().min(1).max(MOST_USERS).optional(),
});
/** What became of it; nothing is bought by it. */
export const chosenPlan = z.object({ subscription, purchase: z.null() });
