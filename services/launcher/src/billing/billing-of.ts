import type { Application } from '@plimsoll/api/platform/process/application';
import { billingStatusOf } from '@plimsoll/api/billing/billing-status';
import { ExtendTrial } from '@plimsoll/api/billing/subscription/extend-trial';
import { GrantPlan } from '@plimsoll/api/billing/subscription/grant-plan';
import { OpenBilling, type OpenedWith } from '@plimsoll/api/billing/open-billing';
import { ShowSales } from '@plimsoll/api/billing/purchases/show-sales';
import { SwitchBilling } from '@plimsoll/api/billing/subscription/switch-billing';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { billingTime } from '@plimsoll/contracts/billing/billing-state';
import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { OPERATORS_FLAG } from '@plimsoll/contracts/organizations/features';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { PlainError } from '../plain-error.ts';
import { withApplication, type OperatorContext } from '../organizations/list.ts';
import { unknownOrganization } from '../organizations/unknown-organization.ts';
import { nothingSold } from './nothing-sold.ts';

type Say = (line: string) => void;
const toConsole: Say = (line) => console.log(line);

/** Prints the state of an organization's subscription, one line per fact. */
async function printState({ queries }: Application, guid: string, say: Say): Promise<void> {
  const organization = await queries.execute(new FindOrganization(guid));
  if (!organization) throw unknownOrganization(guid);
  const { subscriptionStatus, planName, freeTrialRemainingDays, accessUntil } = billingStatusOf(
    organization,
    await queries.execute(new ShowSales()),
    new Date(),
  );
  say(
    [
      subscriptionStatus,
      ...(planName ? [planName] : []),
      ...(accessUntil ? [`until ${accessUntil}`] : []),
      ...(freeTrialRemainingDays === null ? [] : [`${freeTrialRemainingDays + 1} days of the trial left`]),
    ].join('  '),
  );
  const { billing, customerConfig } = organization;
  if (customerConfig.some(({ code, isEnabled }) => code === OPERATORS_FLAG && !isEnabled)) say('BILLING is off');
  say(
    billing
      ? `opened ${billing.openedOn}  ${billing.currency}  ${billing.timeZone}${billing.channelPartnerCode ? `  by ${billing.channelPartnerCode}` : ''}`
      : 'never opened',
  );
  if (billing && billing.daysAhead > 0)
    say(`its day is ${billingTime(billing, new Date()).date}, ${billing.daysAhead} ahead`);
}

/**
 * Prints the state of an organization's subscription.
 * @throws PlainError for an unknown organization.
 */
export const showBilling = (context: OperatorContext, guid: string, say: Say = toConsole): Promise<number> =>
  withApplication(context, async (application) => {
    await printState(application, guid, say);
    return 0;
  });

/**
 * Executes a billing command of an organization and prints the state afterwards.
 * @throws PlainError with the reason if it is refused.
 */
const change = (
  context: OperatorContext,
  guid: string,
  commandOf: (envelope: CommandEnvelope) => object,
  messages: Partial<Record<ErrorClass, string>>,
  say: Say,
): Promise<number> =>
  withApplication(context, async (application) => {
    if (!(await application.queries.execute(new ShowSales())))
      throw nothingSold(context.configuration?.paymentProvider);
    if (!(await application.queries.execute(new FindOrganization(guid)))) throw unknownOrganization(guid);
    const outcome = (await application.commands.execute(
      commandOf(systemEnvelope({ tenant: guid, product: 'operator' })) as never,
    )) as Outcome;
    if (!isExecuted(outcome))
      throw new PlainError(
        messages[outcome.refused] ??
          `Its subscription does not allow this: ${String(outcome.facts?.['state'] ?? outcome.refused)}`,
      );
    await application.readYourWrites.waitFor(guid, outcome.position);
    if (!outcome.changed) say('It was so already');
    await printState(application, guid, say);
    return 0;
  });

/**
 * Starts billing for an organization that was founded before billing existed, with the options of its founding or those
 * given.
 */
export const openBillingOf = (
  context: OperatorContext,
  guid: string,
  opened: OpenedWith = {},
  say: Say = toConsole,
): Promise<number> =>
  change(
    context,
    guid,
    (envelope) => new OpenBilling(envelope, opened),
    { PromotionalCodeNotFound: 'There is no such partner or campaign today' },
    say,
  );

/** Switches whether an organization is billed. */
export const flagBillingOf = (
  context: OperatorContext,
  guid: string,
  isEnabled: boolean,
  say: Say = toConsole,
): Promise<number> => change(context, guid, (envelope) => new SwitchBilling(envelope, isEnabled), {}, say);

/** Extends a trial by a number of days. */
export const extendTrialOf = (
  context: OperatorContext,
  guid: string,
  days: number,
  say: Say = toConsole,
): Promise<number> => change(context, guid, (envelope) => new ExtendTrial(envelope, days), {}, say);

/** Grants an organization a product free of charge. */
export const grantPlanTo = (
  context: OperatorContext,
  guid: string,
  product: string,
  say: Say = toConsole,
): Promise<number> =>
  change(
    context,
    guid,
    (envelope) => new GrantPlan(envelope, product),
    { BillingLineItemNotFound: `There is no product ${product} that costs nothing` },
    say,
  );
