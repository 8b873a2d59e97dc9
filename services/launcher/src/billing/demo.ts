import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { BuyPlan } from '@plimsoll/api/billing/purchases/buy-plan';
import { CancelSubscription } from '@plimsoll/api/billing/subscription/cancel-subscription';
import { ResumeBilling } from '@plimsoll/api/billing/subscription/resume-billing';
import { ResumePurchase } from '@plimsoll/api/billing/purchases/resume-purchase';
import { ChoosePlan } from '@plimsoll/api/billing/subscription/choose-plan';
import { OpenBilling, type OpenedWith } from '@plimsoll/api/billing/open-billing';
import { StripePayments } from '@plimsoll/api/billing/provider/stripe-payments';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import type { Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { SetPassword } from '@plimsoll/api/identity/passwords/set-password';
import { AddMember } from '@plimsoll/api/members/add-member';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { subscriptionStatuses, type SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import { PAST_DAYS_LOCK } from '@plimsoll/reactors/billing/schedules';
import pg from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { DEMO_ORGANIZATION } from '../demo/demo-organization.ts';
import { expectDone } from '../demo/expect-done.ts';
import type { OperatorContext } from '../organizations/list.ts';
import { PlainError } from '../plain-error.ts';
import { openPayments } from './open-payments.ts';

type Say = (line: string) => void;

const DAY_MS = 86_400_000;
const address = {
  mailingAddress: '12 Quay Street',
  city: 'Calgary',
  province: 'AB',
  postalCode: 'T2P 1A1',
  country: 'CA',
};
const people = [
  { key: 'billing', name: 'Billie Harbour', emailAddress: 'billing@demo.example', isAdmin: true },
  { key: 'crew', name: 'Casey Crew', emailAddress: 'crew@demo.example', isAdmin: false },
] as const;

/** The history of a demo organization, in days before today. */
interface Past {
  readonly openedDaysAgo: number;
  readonly opened?: OpenedWith;
  /** Whether a trial began on the day of opening, or only a plan was chosen. */
  readonly chosen?: 'TRIAL' | 'PLAN';
  /** Card used for a purchase on that day. */
  readonly card?: 'pm_card_visa' | 'pm_card_chargeCustomerFail';
  readonly cancelledDaysAgo?: number;
}

/** The history that leads to each status today. */
const pasts: Readonly<Record<SubscriptionStatus, Past | null>> = {
  UNKNOWN: null,
  CHOOSE_PRODUCT: { openedDaysAgo: 2 },
  START_FREE_TRIAL: { openedDaysAgo: 2, chosen: 'PLAN' },
  FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS: { openedDaysAgo: 2, opened: { campaign: 'spring-cards' } },
  NO_TRIAL_AVAILABLE: { openedDaysAgo: 2, opened: { partner: 'RIGSAFE' } },
  IN_FREE_TRIAL: { openedDaysAgo: 5, chosen: 'TRIAL' },
  FREE_TRIAL_EXPIRED: { openedDaysAgo: 20, chosen: 'TRIAL' },
  FREE_TRIAL_SUBSCRIPTION_CONFIGURED: { openedDaysAgo: 5, chosen: 'TRIAL', card: 'pm_card_visa' },
  ACTIVE: { openedDaysAgo: 24, chosen: 'TRIAL', card: 'pm_card_visa' },
  IN_GRACE_PERIOD: { openedDaysAgo: 18, chosen: 'TRIAL', card: 'pm_card_chargeCustomerFail' },
  PAYMENT_REQUIRED: { openedDaysAgo: 33, chosen: 'TRIAL', card: 'pm_card_chargeCustomerFail' },
  CANCELLED_ACTIVE: { openedDaysAgo: 24, chosen: 'TRIAL', card: 'pm_card_visa', cancelledDaysAgo: 3 },
  NO_SUBSCRIPTION: { openedDaysAgo: 60, chosen: 'TRIAL', card: 'pm_card_visa', cancelledDaysAgo: 30 },
};

/**
 * Creates one organization per subscription status, with a billing history that leads to that status today, and prints
 * who can sign in. Running it again creates only what is missing.
 * @throws PlainError unless the payment provider is the sandbox.
 */
export async function makeBillingDemo(
  { database, keys, configuration }: OperatorContext,
  password: string,
  say: Say = (line) => console.log(line),
): Promise<number> {
  const paymentProvider = configuration?.paymentProvider ?? 'NONE';
  if (paymentProvider !== 'SANDBOX')
    throw new PlainError('These organizations are made only where no money moves: PAYMENT_PROVIDER is sandbox');
  const payments = await openPayments({ paymentProvider }, database, (error) => console.error(error));
  const past = new pg.Client({ connectionString: database.appUrl });
  await past.connect();
  await past.query(`select pg_advisory_lock(${PAST_DAYS_LOCK})`);
  const application = await openApplication({
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    projector: true,
    paymentProvider,
    payments,
  });
  try {
    await application.runner?.catchUp();
    const demo = new BillingDemo(application, new StripePayments(payments!));
    await demo.register(password);
    for (const status of subscriptionStatuses) say(`${await demo.make(status)}  Billing ${status}`);
    await application.runner?.catchUp();
    for (const { emailAddress } of people) say(`${emailAddress}  ${password}`);
    return 0;
  } finally {
    await application.close();
    await payments?.close();
    await past.end();
  }
}

const personGuid = (key: string): string => uuidv5(`demo billing person ${key}`, DEMO_ORGANIZATION);

class BillingDemo {
  constructor(
    private readonly application: Application,
    private readonly payments: StripePayments,
  ) {}

  async register(password: string): Promise<void> {
    for (const { key, name, emailAddress } of people) {
      await this.#run(
        INSTALLATION_TENANT,
        `register ${key}`,
        new Date(),
        (envelope) => new RegisterUser(envelope, { userGuid: personGuid(key), name, emailAddress }),
      );
      await this.#run(
        INSTALLATION_TENANT,
        `password ${key}`,
        new Date(),
        (envelope) => new SetPassword(envelope, personGuid(key), password),
      );
    }
  }

  /** @returns the organization's guid. */
  async make(status: SubscriptionStatus): Promise<string> {
    const guid = uuidv5(`demo billing ${status}`, DEMO_ORGANIZATION);
    const past = pasts[status];
    const opened = await this.#found(guid, status, past?.openedDaysAgo ?? 0);
    if (!past) return guid;
    const on = (daysAfter: number) => new Date(opened.getTime() + daysAfter * DAY_MS);
    await this.#run(guid, 'open', opened, (envelope) => new OpenBilling(envelope, past.opened));
    if (past.chosen) {
      const wish = {
        productKey: 'essentials',
        billingInterval: 'MONTH',
        emailAddress: 'billing@demo.example',
        quantity: 10,
        card: null,
      } as const;
      await this.#run(
        guid,
        'choose',
        opened,
        (envelope) => new ChoosePlan(envelope, { ...wish, startFreeTrial: past.chosen === 'TRIAL' }),
      );
    }
    if (past.card) await this.#buy(guid, past.card, opened);
    const cancelledAfter = past.cancelledDaysAgo === undefined ? null : past.openedDaysAgo - past.cancelledDaysAgo;
    // Only past days: the running product handles those from today on.
    for (let day = 1; day < past.openedDaysAgo; day++) {
      if (day === cancelledAfter)
        await this.#run(guid, 'cancel', on(day), (envelope) => new CancelSubscription(envelope));
      await this.#do(guid, on(day), (envelope) => new ResumeBilling(envelope));
    }
    return guid;
  }

  /**
   * Founds an organization at noon of its opening day.
   * @returns the time of founding; of the first run if it exists already.
   */
  async #found(guid: string, status: SubscriptionStatus, daysAgo: number): Promise<Date> {
    const loaded = await this.application.store.load(guid, { kind: 'organization', guid });
    const [first] = loaded.status === 'loaded' ? loaded.events : [];
    const noon = new Date(`${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T19:00:00.000Z`);
    const at = first ? new Date(first.metadata.at) : daysAgo === 0 ? new Date() : noon;
    await this.#run(
      guid,
      'found',
      at,
      (envelope) =>
        new CreateOrganization(envelope, {
          name: `Billing ${status}`,
          timeZone: 'America/Edmonton',
          sizeRange: 'ONE_TO_TEN',
          modules: ['dashboard', 'events', 'reportedEvents'],
        }),
    );
    for (const { key, name, emailAddress, isAdmin } of people) {
      await this.#run(
        guid,
        `member ${key}`,
        at,
        (envelope) =>
          new AddMember(envelope, {
            userGuid: personGuid(key),
            name,
            emailAddress,
            isAdmin,
            userGroups: ['Standard'],
            reportingGroupGuid: null,
          }),
      );
    }
    // Later steps read the members from the read models.
    if (!first) await this.application.runner?.catchUp();
    return at;
  }

  async #buy(organization: string, paymentToken: string, on: Date): Promise<void> {
    const customer = await this.payments.customerOf(organization);
    const guidOf = (what: string) => uuidv5(`demo ${what}`, organization);
    const bought = {
      organization,
      productKey: 'essentials',
      billingInterval: 'MONTH',
      quantity: 10,
      discountCode: null,
      address,
      emailAddress: 'billing@demo.example',
      collectionMethod: 'CHARGE_AUTOMATICALLY',
      paymentToken,
      customer,
      quote: null,
      purchaseGuid: guidOf('purchase'),
      chargeGuid: guidOf('charge'),
      invoiceGuid: guidOf('invoice'),
      memberCount: people.length,
      at: new Date(),
    } as const;
    await this.#run(organization, 'buy', on, (envelope) => new BuyPlan(envelope, bought));
    await this.#do(organization, on, (envelope) => new ResumePurchase(envelope, bought.purchaseGuid));
  }

  /** Executes a command once; repeated runs have no effect. */
  #run(tenant: string, name: string, at: Date, commandOf: (envelope: CommandEnvelope) => object): Promise<void> {
    return this.#execute(
      commandOf(systemEnvelope({ tenant, product: 'demo', name: `demo billing ${name}`, at })),
      name,
    );
  }

  #do(tenant: string, at: Date, commandOf: (envelope: CommandEnvelope) => object): Promise<void> {
    return this.#execute(commandOf(systemEnvelope({ tenant, product: 'demo', at })), 'carry billing on');
  }

  async #execute(command: object, what: string): Promise<void> {
    expectDone((await this.application.commands.execute(command as never)) as Outcome, what);
  }
}
