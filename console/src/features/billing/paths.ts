import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';

/** The addresses below /billing, in the manner of paths.ts. */
export const billingPattern = {
  chooseProduct: '/billing/choose-product',
  chooseAPlan: '/billing/choose-a-plan',
  freeTrialEnded: '/billing/free-trial-ended',
  startFreeTrial: '/billing/start-your-free-trial',
  payment: '/settings/organization/payment',
  choosePlan: '/settings/organization/payment/choose-plan',
} as const;

/** Where whoever comes home is led on to by how the organization stands with its subscription; undefined where home is home. */
export const landings: Partial<Record<SubscriptionStatus, string>> = {
  CHOOSE_PRODUCT: billingPattern.chooseProduct,
  START_FREE_TRIAL: billingPattern.chooseProduct,
  NO_TRIAL_AVAILABLE: billingPattern.chooseAPlan,
  FREE_TRIAL_EXPIRED: billingPattern.freeTrialEnded,
  FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS: billingPattern.startFreeTrial,
  PAYMENT_REQUIRED: billingPattern.payment,
  NO_SUBSCRIPTION: billingPattern.payment,
};

export const billingPaths = {
  /** What the organization has of what is sold. */
  payment: () => billingPattern.payment,
  choosePlan: () => billingPattern.choosePlan,
};
