import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import { BuyPlan } from '../src/billing/purchases/buy-plan.ts';
import { CancelSubscription } from '../src/billing/subscription/cancel-subscription.ts';
import { ResumeBilling } from '../src/billing/subscription/resume-billing.ts';
import { ResumePurchase } from '../src/billing/purchases/resume-purchase.ts';
import { ChoosePlan } from '../src/billing/subscription/choose-plan.ts';
import { OpenBilling } from '../src/billing/open-billing.ts';
import { StripePayments } from '../src/billing/provider/stripe-payments.ts';
import type { CommandEnvelope } from '../src/commands/command-envelope.ts';
import { isExecuted, type Outcome } from '../src/commands/execute.ts';
import { systemEnvelope } from '../src/commands/own-envelope.ts';
import { OrganizationsCache } from '../src/platform/cache/organizations-cache.ts';
import { address } from './buyers.ts';
import type { TestApplication } from './test-application.ts';

const DAY_MS = 86_400_000;
export const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** States of an organization's billing, created with commands dated in the past. */
export class Standings {
  constructor(private readonly app: TestApplication) {}

  readonly open = (tenant: string, at: Date, campaign?: string) =>
    this.#run(tenant, at, (envelope) => new OpenBilling(envelope, campaign === undefined ? {} : { campaign }));
  readonly choose = (tenant: string, at: Date, billingInterval: 'MONTH' | 'WEEK', startFreeTrial: boolean) =>
    this.#run(
      tenant,
      at,
      (envelope) =>
        new ChoosePlan(envelope, {
          productKey: 'essentials',
          billingInterval,
          startFreeTrial,
          emailAddress: 'pay@example.test',
          quantity: null,
          card: null,
        }),
    );
  readonly cancel = (tenant: string, at: Date) => this.#run(tenant, at, (envelope) => new CancelSubscription(envelope));
  /** Runs all steps that are due until a date, all dated on it. */
  readonly carry = (tenant: string, at: Date) => this.#run(tenant, at, (envelope) => new ResumeBilling(envelope));
  readonly buy = async (
    tenant: string,
    at: Date,
    billingInterval: 'MONTH' | 'WEEK',
    paymentToken: string,
  ): Promise<void> => {
    const customer = await new StripePayments(this.app.options.payments!).customerOf(tenant);
    let bought = '';
    await this.#run(tenant, at, (envelope) => {
      const [purchaseGuid, chargeGuid, invoiceGuid] = [
        (bought = envelope.newGuid()),
        envelope.newGuid(),
        envelope.newGuid(),
      ];
      return new BuyPlan(envelope, {
        organization: tenant,
        productKey: 'essentials',
        billingInterval,
        quantity: 11,
        discountCode: null,
        address,
        emailAddress: 'pay@example.test',
        collectionMethod: 'CHARGE_AUTOMATICALLY',
        paymentToken,
        customer,
        quote: null,
        purchaseGuid,
        chargeGuid,
        invoiceGuid,
        memberCount: 1,
        at,
      });
    });
    await this.#run(tenant, at, (envelope) => new ResumePurchase(envelope, bought));
  };

  /** Begins a trial and buys a plan for its end. */
  readonly #bought = async (tenant: string, days: number, paymentToken: string): Promise<void> => {
    await this.open(tenant, ago(days));
    await this.choose(tenant, ago(days), 'MONTH', true);
    await this.buy(tenant, ago(days - 1), 'MONTH', paymentToken);
  };

  readonly ways: Readonly<Record<SubscriptionStatus, (tenant: string) => Promise<void>>> = {
    UNKNOWN: async () => undefined,
    CHOOSE_PRODUCT: (tenant) => this.open(tenant, ago(1)),
    START_FREE_TRIAL: async (tenant) => (await this.open(tenant, ago(1)), this.choose(tenant, ago(1), 'MONTH', false)),
    FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS: (tenant) => this.open(tenant, ago(1), 'spring-cards'),
    NO_TRIAL_AVAILABLE: async (tenant) => (await this.open(tenant, ago(1)), this.choose(tenant, ago(1), 'WEEK', false)),
    IN_FREE_TRIAL: async (tenant) => (await this.open(tenant, ago(3)), this.choose(tenant, ago(3), 'MONTH', true)),
    FREE_TRIAL_EXPIRED: async (tenant) => (
      await this.open(tenant, ago(40)), this.choose(tenant, ago(40), 'MONTH', true)
    ),
    FREE_TRIAL_SUBSCRIPTION_CONFIGURED: (tenant) => this.#bought(tenant, 3, 'pm_card_visa'),
    ACTIVE: async (tenant) => (
      await this.ways.NO_TRIAL_AVAILABLE(tenant), this.buy(tenant, ago(1), 'WEEK', 'pm_card_visa')
    ),
    IN_GRACE_PERIOD: async (tenant) => (
      await this.#bought(tenant, 20, 'pm_card_chargeCustomerFail'), this.carry(tenant, ago(3))
    ),
    PAYMENT_REQUIRED: async (tenant) => (
      await this.#bought(tenant, 40, 'pm_card_chargeCustomerFail'),
      await this.carry(tenant, ago(20)),
      this.carry(tenant, new Date())
    ),
    CANCELLED_ACTIVE: async (tenant) => (await this.ways.ACTIVE(tenant), this.cancel(tenant, new Date())),
    NO_SUBSCRIPTION: async (tenant) => (
      await this.open(tenant, ago(40)),
      await this.choose(tenant, ago(40), 'MONTH', true),
      await this.cancel(tenant, ago(30)),
      this.carry(tenant, new Date())
    ),
  };

  async #run(tenant: string, at: Date, commandOf: (envelope: CommandEnvelope) => object): Promise<void> {
    const { application, http } = this.app.api;
    const outcome = (await application.commands.execute(commandOf(systemEnvelope({ tenant, at })) as never)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
    const head = (await application.store.heads()).find((one) => one.tenant === tenant);
    if (head) await this.app.caughtUp(tenant, head.position);
    // As over HTTP: the cached organization is outdated.
    http.get(OrganizationsCache).forget(tenant);
  }
}
