import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';

/** The status of an organization's subscription; UNKNOWN until an operator or billing has set it. */
export const subscriptionStatuses = [
  'CHOOSE_PRODUCT',
  'START_FREE_TRIAL',
  'PAYMENT_REQUIRED',
  'NO_SUBSCRIPTION',
  'FREE_TRIAL_EXPIRED',
  'NO_TRIAL_AVAILABLE',
  'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS',
  'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
  'IN_FREE_TRIAL',
  'ACTIVE',
  'CANCELLED_ACTIVE',
  'IN_GRACE_PERIOD',
  'UNKNOWN',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Ten years: no trial is longer. */
export const MAX_TRIAL_DAYS = 3_650;

export const billingStatus = z.object({
  subscriptionStatus: z.enum(subscriptionStatuses),
  planName: z.string().nullable(),
  /** Null where there is no trial. */
  freeTrialRemainingDays: z.int().nullable(),
  nextBillingDate: day.nullable(),
  /** When what runs ends, where nothing more is charged for it. */
  accessUntil: day.nullable(),
  /** Whether a plan has to be chosen or paid for before anything is written that is not open in any case. */
  isWalled: z.boolean(),
  showsTrialBanner: z.boolean(),
});
export type BillingStatus = z.output<typeof billingStatus>;

/** The plan of an organization's subscription; its guid is null as long as no payments are taken. */
export const subscribedPlan = z.object({
  name: z.string(),
  productPlanGuid: guid.nullable(),
  nextBillingDate: day.nullable(),
  paymentDetails: z.object({ hasPaymentDetails: z.boolean() }),
});
