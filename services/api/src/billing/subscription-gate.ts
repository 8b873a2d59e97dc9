import { Injectable } from '@nestjs/common';
import { isGated, type Demanded, type Route } from '@plimsoll/contracts/http/route';
import type { Module } from '@plimsoll/contracts/organizations/features';
import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import { refuse, type Refusal } from '../commands/decision.ts';
import { Refused } from '../http/problems/problem-of.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { billingStatusOf, type GatedOrganization } from './billing-status.ts';
import { Sales } from './purchases/sales.ts';

/** Statuses with a running plan, which determines the available modules. In other statuses modules are not checked. */
const running: readonly SubscriptionStatus[] = [
  'IN_FREE_TRIAL',
  'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
  'ACTIVE',
  'IN_GRACE_PERIOD',
  'CANCELLED_ACTIVE',
];

const required = (state: SubscriptionStatus): Refusal => refuse('SubscriptionRequired', { facts: { state } });

/** Refusal to switch a module on because the running plan lacks it; undefined when it may be switched on. */
export function moduleRefusal(
  module: Module,
  organization: GatedOrganization,
  sold: Catalogue | null,
  now: Date,
): Refusal | undefined {
  const { subscriptionStatus } = billingStatusOf(organization, sold, now);
  return lacksModule(organization, subscriptionStatus, module) ? required(subscriptionStatus) : undefined;
}

/** Refusal of a write by the organization's subscription; undefined when it is covered. */
export function subscriptionRefusal(
  route: Pick<Route, 'wall' | 'modules'>,
  organization: GatedOrganization,
  sold: Catalogue | null,
  now: Date,
): Refusal | undefined {
  if (!isGated(route)) return undefined;
  // A new organization completes its onboarding before the gate applies.
  if (route.wall === 'ONBOARDING' && organization.onboardingStatus === 'NOT_ONBOARDED') return undefined;
  const { subscriptionStatus, isWalled } = billingStatusOf(organization, sold, now);
  const isLacked = (demanded: Demanded<Module>) => {
    const lacked = (module: Module) => lacksModule(organization, subscriptionStatus, module);
    return 'allOf' in demanded ? demanded.allOf.some(lacked) : demanded.anyOf.every(lacked);
  };
  return isWalled || isLacked(route.modules) ? required(subscriptionStatus) : undefined;
}

/** Only billing counts here: a status set by an operator names no modules. */
const lacksModule = ({ billing }: GatedOrganization, status: SubscriptionStatus, module: Module): boolean =>
  running.includes(status) && billing?.plan != null && !billing.plan.modules.includes(module);

/** Checks before a write that the subscription covers it. Uses the cached organization; reads no incident data. */
@Injectable()
export class SubscriptionGate {
  constructor(
    private readonly organizations: OrganizationsCache,
    private readonly sales: Sales,
  ) {}

  /** Ends the request with SubscriptionRequired where the subscription does not cover the write. */
  async demandCovered(route: Pick<Route, 'wall' | 'modules'>, tenant: string, now: Date): Promise<void> {
    const organization = await this.organizations.of(tenant);
    const refusal = organization && subscriptionRefusal(route, organization.subscription, this.sales.catalogue, now);
    if (refusal) throw new Refused(refusal);
  }

  /** Ends the request with SubscriptionRequired where the plan lacks a module. */
  async demandIncluded(module: Module, tenant: string, now: Date): Promise<void> {
    const organization = await this.organizations.of(tenant);
    const refusal = organization && moduleRefusal(module, organization.subscription, this.sales.catalogue, now);
    if (refusal) throw new Refused(refusal);
  }
}
