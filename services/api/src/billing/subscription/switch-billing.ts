import { billingTime, factsOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { isPaidAt, statusAt } from '@plimsoll/contracts/billing/status';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { OPERATORS_FLAG } from '@plimsoll/contracts/organizations/features';
import type { customerConfigChanged } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { organizationDecider, type Organization, type Switches } from '../../organizations/organization.ts';
import { billingDecider } from '../billing-stream.ts';
import type { UseCase } from '../../commands/execute.ts';

/** Switches whether an organization is billed. The same again writes nothing. Refuses: OrganizationNotFound; SubscriptionStateConflict while a period holds that was paid for. */
export function switchBilling(
  organization: Pick<Switches, 'customerConfig'> | null,
  billing: BillingState | null,
  isEnabled: boolean,
  at: Date,
): Decision<EventOf<typeof customerConfigChanged>> {
  if (!organization) return refuse('OrganizationNotFound');
  if (organization.customerConfig[OPERATORS_FLAG] === isEnabled) return [];
  const facts = factsOf(billing, true);
  const day = billing ? billingTime(billing, at).date : localDateTime(at, 'UTC').date;
  if (isPaidAt(facts, day))
    return refuse('SubscriptionStateConflict', { facts: { state: statusAt(facts, day), allowedCommands: [] } });
  return [{ type: 'CustomerConfigChanged', data: { code: OPERATORS_FLAG, isEnabled } }];
}

/** For an operator alone. */
export const SwitchBilling = defineCommand({
  name: 'SwitchBilling',
  useCase: (
    { tenant, receivedAt },
    isEnabled: boolean,
  ): UseCase<Organization | null, readonly [BillingState | null]> => ({
    own: organizationDecider.of(tenant),
    others: [billingDecider.of(tenant)],
    decide: ({ stream, state }, billing) => {
      const decision = switchBilling(state, billing.state, isEnabled, receivedAt);
      return 'refused' in decision
        ? decision
        : { records: decision.map((event) => ({ stream, event })), readDependencies: [billing.stream] };
    },
  }),
});
