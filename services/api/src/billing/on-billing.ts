import { billingTime, factsOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { BillingInterval } from '@plimsoll/contracts/billing/billing-interval';
import { isValidOn, type Catalogue, type Plan, type Product } from '@plimsoll/contracts/billing/catalogue';
import type { BillingEvent, PlanTerms } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { Revision } from '@plimsoll/event-store/port/event-store';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { execute, singleStream } from '../commands/execute.ts';
import type { HandledCommand } from '../commands/define-command.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { soldTo } from './billing-status.ts';
import { billingDecider } from './billing-stream.ts';
import { Sales } from './purchases/sales.ts';

/** State that decisions about billing read. The day is in the organization's time zone. */
export interface OpenedBilling {
  readonly billing: BillingState;
  readonly sold: Catalogue;
  readonly day: string;
  /** Revision of the billing stream. */
  readonly revision: Revision;
}

/** Refusal with the current status and the commands that it allows. */
export function stateConflict(billing: BillingState | null, isEnabled: boolean, day: string): Refusal {
  const state = statusAt(factsOf(billing, isEnabled), day);
  return refuse('SubscriptionStateConflict', { facts: { state, allowedCommands: allowedCommands(state) } });
}

/**
 * Finds a listed plan valid on the day, in the organization's currency, with its product; undefined when there is none.
 */
export function listedPlan(
  { billing, sold, day }: OpenedBilling,
  productKey: string,
  billingInterval: BillingInterval,
): { readonly product: Product; readonly plan: Plan } | undefined {
  const product = sold.products.find((one) => one.productKey === productKey && one.isListed && isValidOn(one, day));
  const plan =
    product &&
    sold.plans.find(
      (one) =>
        one.productGuid === product.productGuid &&
        one.billingInterval === billingInterval &&
        one.currency === billing.currency &&
        isValidOn(one, day),
    );
  return plan && { product: product!, plan };
}

/** Terms copied from a plan into an event, with the discounts of the given channel partner. */
export function termsOf(
  { productGuid, productKey, name: productName, modules }: Product,
  plan: Plan,
  { channelPartnerCode }: Pick<BillingState, 'channelPartnerCode'>,
  { partners }: Catalogue,
): PlanTerms {
  const { productPlanGuid, billingInterval, trialDays, needsBillingInfo, collectionMethods, tiers } = plan;
  const discounts =
    partners
      .find(({ code }) => code === channelPartnerCode)
      ?.plans.find((reduced) => reduced.productPlanGuid === productPlanGuid)?.discounts ?? [];
  return {
    productGuid,
    productKey,
    productName,
    modules,
    productPlanGuid,
    billingInterval,
    trialDays,
    needsBillingInfo,
    collectionMethods,
    tiers,
    discounts,
  };
}

/**
 * Declares a command on opened billing. Refuses: SubscriptionStateConflict when billing was not opened, no payments are
 * taken, or BILLING is off.
 */
export const onBilling = <Args extends readonly unknown[]>(
  name: string,
  decide: (opened: OpenedBilling, ...args: Args) => Decision<BillingEvent>,
): HandledCommand<Args, readonly [typeof Sales, typeof OrganizationsCache]> => ({
  name,
  needs: [Sales, OrganizationsCache],
  handle:
    (sales, organizations) =>
    async (store, envelope, ...args) => {
      const organization = await organizations.of(envelope.tenant);
      const catalogue = organization ? soldTo(organization.subscription, sales.catalogue) : sales.catalogue;
      return execute(
        store,
        envelope,
        singleStream<BillingState | null, BillingEvent>({
          own: billingDecider.of(envelope.tenant),
          decide: (billing, revision) => {
            if (!billing || !catalogue)
              return stateConflict(
                billing,
                catalogue !== null,
                billing
                  ? billingTime(billing, envelope.receivedAt).date
                  : localDateTime(envelope.receivedAt, 'UTC').date,
              );
            return decide(
              { billing, sold: catalogue, day: billingTime(billing, envelope.receivedAt).date, revision },
              ...args,
            );
          },
        }),
      );
    },
});
