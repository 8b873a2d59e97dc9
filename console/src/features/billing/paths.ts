import type { BillingStatus, SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';

/** Routes of the billing pages. */
export const billingPattern = {
  chooseProduct: '/billing/choose-product',
  chooseAPlan: '/billing/choose-a-plan',
  freeTrialEnded: '/billing/free-trial-ended',
  startFreeTrial: '/billing/start-your-free-trial',
  payment: '/settings/organization/payment',
  choosePlan: '/settings/organization/payment/choose-plan',
} as const;

/** Landing page of a subscription status; undefined if it has none. */
export const landings: Partial<Record<SubscriptionStatus, string>> = {
  CHOOSE_PRODUCT: billingPattern.chooseProduct,
  START_FREE_TRIAL: billingPattern.chooseProduct,
  NO_TRIAL_AVAILABLE: billingPattern.chooseAPlan,
  FREE_TRIAL_EXPIRED: billingPattern.freeTrialEnded,
  FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS: billingPattern.startFreeTrial,
  PAYMENT_REQUIRED: billingPattern.payment,
  NO_SUBSCRIPTION: billingPattern.payment,
};

/**
 * Page that replaces home; undefined if home is shown. To an organization that has chosen nothing, prices are shown only
 * once a plan is due.
 */
export const landingOf = ({
  subscriptionStatus,
  isWalled,
}: Pick<BillingStatus, 'subscriptionStatus' | 'isWalled'>): string | undefined =>
  subscriptionStatus === 'CHOOSE_PRODUCT' && !isWalled ? undefined : landings[subscriptionStatus];

export const billingPaths = {
  /** Payment details of the organization. */
  payment: () => billingPattern.payment,
  choosePlan: () => billingPattern.choosePlan,
};
