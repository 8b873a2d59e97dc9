import { billingStatusOf } from '@plimsoll/api/billing/billing-status';
import { ShowSales } from '@plimsoll/api/billing/purchases/show-sales';
import { isExecuted } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { SetSubscriptionStatus } from '@plimsoll/api/organizations/set-subscription-status';
import type { SubscriptionState } from '@plimsoll/api/organizations/set-subscription-status.rule';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { withApplication, type OperatorContext } from './list.ts';
import { unknownOrganization } from './unknown-organization.ts';

/**
 * Sets the subscription status of an organization.
 * @throws PlainError for an unknown organization.
 */
export const setSubscription = (
  context: OperatorContext,
  organization: string,
  state: SubscriptionState,
  say = (line: string) => console.log(line),
): Promise<number> =>
  withApplication(context, async ({ commands, queries, readYourWrites: progress }) => {
    const outcome = await commands.execute(
      new SetSubscriptionStatus(systemEnvelope({ tenant: organization, product: 'operator' }), state),
    );
    if (!isExecuted(outcome)) throw unknownOrganization(organization);
    await progress.waitFor(organization, outcome.position);
    say(
      outcome.changed
        ? `The subscription of ${organization} is ${state.status}`
        : `The subscription of ${organization} was ${state.status} already`,
    );
    const catalogue = await queries.execute(new ShowSales());
    const { subscriptionStatus } = billingStatusOf(
      (await queries.execute(new FindOrganization(organization)))!,
      catalogue,
      new Date(),
    );
    if (subscriptionStatus !== state.status) say(`Its billing was opened, and counts: ${subscriptionStatus}`);
    return 0;
  });
