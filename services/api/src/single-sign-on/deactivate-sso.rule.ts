import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ssoDeactivated } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { Decision } from '../commands/decision.ts';
import type { Organization } from '../organizations/organization.ts';

/** Deactivates single sign-on, so that passwords work again. No effect if it is not active. */
export const deactivateSso = ({
  singleSignOn: { active },
}: Pick<Organization, 'singleSignOn'>): Decision<EventOf<typeof ssoDeactivated>> =>
  active ? [{ type: 'SsoDeactivated', data: {} }] : [];
