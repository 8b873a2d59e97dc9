import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import { defineCommand } from '../../commands/define-command.ts';
import { organizationDecider, type Organization } from '../../organizations/organization.ts';
import { billingDecider } from '../billing-stream.ts';
import type { UseCase } from '../../commands/execute.ts';
import { switchBilling } from './switch-billing.rule.ts';

/** Switches BILLING on or off. For operators. */
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
