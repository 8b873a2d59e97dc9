import { searched } from '../../lib/url/paths.ts';

/** Routes of the purchase pages. Apart from `billingPattern`, because home does not need them. */
export const paymentPattern = {
  payment: '/billing/payment',
  complete: '/billing/complete',
  trialEndedPayment: '/billing/free-trial-ended/payment/:productGuid/:productPlanGuid',
  chosenPlanPayment: '/billing/choose-a-plan/payment',
  trialPlan: '/billing/start-your-free-trial/choose-plan/:productGuid/:productPlanGuid',
  trialCard: '/billing/start-your-free-trial/:productGuid/:productPlanGuid',
  switchPlan: '/settings/organization/payment/choose-plan/:productGuid/:productPlanGuid',
} as const;

/** Identifies a plan of a product. */
export interface PlanAddress {
  productGuid: string;
  productPlanGuid: string;
}

export const paymentPaths = {
  payment: ({ productPlanGuid }: PlanAddress) => searched(paymentPattern.payment, { plan: productPlanGuid }),
  trialEndedPayment: ({ productGuid, productPlanGuid }: PlanAddress) =>
    `/billing/free-trial-ended/payment/${productGuid}/${productPlanGuid}`,
  chosenPlanPayment: ({ productPlanGuid }: PlanAddress) =>
    searched(paymentPattern.chosenPlanPayment, { plan: productPlanGuid }),
  trialPlan: ({ productGuid, productPlanGuid }: PlanAddress) =>
    `/billing/start-your-free-trial/choose-plan/${productGuid}/${productPlanGuid}`,
  trialCard: ({ productGuid, productPlanGuid }: PlanAddress) =>
    `/billing/start-your-free-trial/${productGuid}/${productPlanGuid}`,
  switchPlan: ({ productGuid, productPlanGuid }: PlanAddress) =>
    `/settings/organization/payment/choose-plan/${productGuid}/${productPlanGuid}`,
  /** Result of a purchase; without a guid, of the one whose answer was lost. */
  complete: (purchaseGuid?: string) =>
    searched(paymentPattern.complete, purchaseGuid ? { purchase: purchaseGuid } : undefined),
};
