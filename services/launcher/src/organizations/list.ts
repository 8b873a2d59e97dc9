import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { billingStatusOf } from '@plimsoll/api/billing/billing-status';
import { ShowSales } from '@plimsoll/api/billing/purchases/show-sales';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { ListMembers } from '@plimsoll/projections/members/member-list/query';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { openPayments } from '../billing/open-payments.ts';
import type { RoleAddresses } from '../role-addresses.ts';
import type { Workplace } from '../workplace.ts';

/**
 * Prints a line for each organization: guid, ID, name, date of founding, onboarding, subscription status and number of
 * members.
 */
export const listOrganizations = (
  context: OperatorContext,
  say = (line: string) => console.log(line),
): Promise<number> =>
  withApplication(context, async ({ queries, store }) => {
    const tenants = (await store.heads())
      .map(({ tenant }) => tenant)
      .filter((tenant) => tenant !== INSTALLATION_TENANT);
    const sold = await queries.execute(new ShowSales());
    let count = 0;
    for (const tenant of tenants) {
      const organization = await queries.execute(new FindOrganization(tenant));
      if (!organization) continue;
      const members = await queries.execute(new ListMembers(tenant));
      const { guid, username, name, createdDate, onboardingStatus } = organization;
      const { subscriptionStatus } = billingStatusOf(organization, sold, new Date());
      say(
        [
          guid,
          username ?? '-',
          name,
          createdDate,
          onboardingStatus,
          subscriptionStatus,
          `${members.length} ${members.length === 1 ? 'member' : 'members'}`,
        ].join('  '),
      );
      count++;
    }
    say(`${count} ${count === 1 ? 'organization' : 'organizations'}`);
    return 0;
  });

/** Environment of operator commands; payments are off unless configured. */
export type OperatorContext = Pick<Workplace, 'keys'> & {
  readonly database: RoleAddresses;
  readonly configuration?: Pick<Workplace['configuration'], 'paymentProvider'> &
    Partial<Pick<Workplace['configuration'], 'stripe'>>;
};

/** Opens the product's commands and queries, with read models that have caught up with the log. */
export async function withApplication<T>(
  { database, keys, configuration }: OperatorContext,
  work: (application: Application) => Promise<T>,
): Promise<T> {
  const paymentProvider = configuration?.paymentProvider ?? 'NONE';
  const payments = await openPayments({ paymentProvider, stripe: configuration?.stripe }, database, (error) =>
    console.error(error),
  );
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
    return await work(application);
  } finally {
    await application.close();
    await payments?.close();
  }
}
