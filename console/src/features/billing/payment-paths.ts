import { searched } from '../../lib/url/paths.ts';

/** The addresses of what leads to a purchase, in the manner of paths.ts; home knows none of them. */
export const paymentPattern = {
  payment: '/billing/payment',
  complete: '/billing/complete',
  trialEndedPayment: '/billing/free-trial-ended/payment/:productGuid/:productPlanGuid',
  chosenPlanPayment: '/billing/choose-a-plan/payment',
  trialPlan: '/billing/start-your-free-trial/choose-plan/:productGuid/:productPlanGuid',
  trialCard: '/billing/start-your-free-trial/:productGuid/:productPlanGuid',
  switchPlan: '/settings/organization/payment/choose-plan/:productGuid/:productPlanGuid',
} as const;

/** A plan of a product. */
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
  /** What became of a purchase; without one, of the one whose answer was lost. */
  complete: (purchaseGuid?: string) =>
    searched(paymentPattern.complete, purchaseGuid ? { purchase: purchaseGuid } : undefined),
};
