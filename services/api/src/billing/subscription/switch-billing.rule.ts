import { billingTime, factsOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { isPaidAt, statusAt } from '@plimsoll/contracts/billing/status';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { OPERATORS_FLAG } from '@plimsoll/contracts/organizations/features';
import type { customerConfigChanged } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { Switches } from '../../organizations/organization.ts';

/**
 * Switches BILLING on or off for an organization. Repeating it writes nothing. Refuses: OrganizationNotFound;
 * SubscriptionStateConflict during a paid period.
 */
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
