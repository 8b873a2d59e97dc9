import { z } from 'zod';
import { day } from '../dates.ts';

/** Where an organization stands with its subscription; UNKNOWN until an operator, or billing, has said it. */
export const subscriptionStatuses = [
  'CHOOSE_PRODUCT', 'START_FREE_TRIAL', 'PAYMENT_REQUIRED', 'NO_SUBSCRIPTION', 'FREE_TRIAL_EXPIRED', 'NO_TRIAL_AVAILABLE',
  'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS', 'FREE_TRIAL_SUBSCRIPTION_CONFIGURED', 'IN_FREE_TRIAL', 'ACTIVE', 'CANCELLED_ACTIVE',
  'IN_GRACE_PERIOD', 'UNKNOWN',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Ten years: no trial is longer. */
export const MOST_TRIAL_DAYS = 3_650;

export const billingStatus = z.object({
  subscriptionStatus: z.enum(subscriptionStatuses),
  planName: z.string().nullable(),
  /** Null where there is no trial. */
  freeTrialRemainingDays: z.int().nullable(),
  nextBillingDate: day.nullable(),
});
export type BillingStatus = z.output<typeof billingStatus>;
