import { isValidOn, MAX_USERS } from '@plimsoll/contracts/billing/catalogue';
import type { planBought } from '@plimsoll/contracts/billing/events';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { refuse, type Decision } from '../../commands/decision.ts';
import { termsOf, type OpenedBilling } from '../on-billing.ts';

/**
 * Grants a free product without billing periods, listed or not. Refuses: BillingLineItemNotFound for any other product.
 */
export function grantPlan(
  { billing, sold, day }: OpenedBilling,
  productKey: string,
): Decision<EventOf<typeof planBought>> {
  const product = sold.products.find((one) => one.productKey === productKey && isValidOn(one, day));
  const plan =
    product &&
    sold.plans.find(
      (one) =>
        one.productGuid === product.productGuid &&
        one.billingInterval === 'NONE' &&
        one.currency === billing.currency &&
        isValidOn(one, day),
    );
  if (!plan || plan.tiers.some(({ flatPrice, unitPrice }) => flatPrice + unitPrice > 0))
    return refuse('BillingLineItemNotFound');
  if (billing.isBought && billing.plan?.productPlanGuid === plan.productPlanGuid) return [];
  return [
    {
      type: 'PlanBought',
      data: {
        day,
        plan: termsOf(product, plan, billing, sold),
        quantity: MAX_USERS,
        collectionMethod: 'CHARGE_AUTOMATICALLY',
      },
    },
  ];
}
