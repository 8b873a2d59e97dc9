import { ForwardBilling } from '@plimsoll/api/billing/subscription/forward-billing';
import { ShowSales } from '@plimsoll/api/billing/purchases/show-sales';
import { soldTo } from '@plimsoll/api/billing/billing-status';
import { isExecuted } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { billingTime } from '@plimsoll/contracts/billing/billing-state';
import { MAX_USERS } from '@plimsoll/contracts/billing/catalogue';
import { dueSteps } from '@plimsoll/contracts/billing/due-steps';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { ListMembers } from '@plimsoll/projections/members/member-list/query';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { PlainError } from '../plain-error.ts';
import { withApplication, type OperatorContext } from '../organizations/list.ts';
import { unknownOrganization } from '../organizations/unknown-organization.ts';
import { showBilling } from './billing-of.ts';
import { nothingSold } from './nothing-sold.ts';

type Say = (line: string) => void;
const toConsole: Say = (line) => console.log(line);

/**
 * Lists what is due by the calendar and not done yet, and organizations with more members than their price covers.
 * Changes nothing.
 */
export const showDueBilling = (context: OperatorContext, say: Say = toConsole): Promise<number> =>
  withApplication(context, async ({ queries, store }) => {
    const sold = await queries.execute(new ShowSales());
    if (!sold) throw nothingSold(context.configuration?.paymentProvider);
    const now = new Date();
    let count = 0;
    for (const { tenant } of await store.heads()) {
      const organization = tenant === INSTALLATION_TENANT ? null : await queries.execute(new FindOrganization(tenant));
      if (!organization?.billing || !soldTo(organization, sold)) continue;
      for (const step of dueSteps(organization.billing, billingTime(organization.billing, now))) {
        say(
          [
            tenant,
            step.on,
            step.step,
            ...(step.step === 'REMIND' ? [step.reminder] : step.step === 'END' ? [step.reason] : []),
            organization.name,
          ].join('  '),
        );
        count++;
      }
      const members = organization.billing.isBought ? (await queries.execute(new ListMembers(tenant))).length : 0;
      if (members > MAX_USERS)
        say([tenant, `${members} members, charged as ${MAX_USERS}`, organization.name].join('  '));
    }
    say(`${count} due`);
    return 0;
  });

/**
 * Advances an organization's billing calendar day by day, with all effects, and prints the state afterwards.
 * @throws PlainError if that is not possible.
 */
export const forwardBilling = async (
  context: OperatorContext,
  guid: string,
  days: number,
  say: Say = toConsole,
): Promise<number> => {
  await withApplication(context, async ({ commands, queries, readYourWrites: progress, store }) => {
    if (!(await queries.execute(new ShowSales()))) throw nothingSold(context.configuration?.paymentProvider);
    if (!(await queries.execute(new FindOrganization(guid)))) throw unknownOrganization(guid);
    const outcome = await commands.execute(
      new ForwardBilling(systemEnvelope({ tenant: guid, product: 'operator' }), days),
    );
    if (!isExecuted(outcome))
      throw new PlainError(
        outcome.refused === 'Unavailable'
          ? 'Days are moved only where no money moves (PAYMENT_PROVIDER is sandbox), and while nothing waits for the provider'
          : `Its subscription does not allow this: ${String(outcome.facts?.['state'] ?? outcome.refused)}`,
      );
    await progress.waitFor(guid, (await store.heads()).find(({ tenant }) => tenant === guid)?.position ?? null);
  });
  return showBilling(context, guid, say);
};
