import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationLogoRemoved } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { Organization } from '../organization.ts';

/** Refuses: OrganizationNotFound, LogoNotFound. */
export function removeLogo(organization: Organization | null): Decision<EventOf<typeof organizationLogoRemoved>> {
  if (!organization) return refuse('OrganizationNotFound');
  return organization.logoRevision === null ? refuse('LogoNotFound') : [{ type: 'OrganizationLogoRemoved', data: {} }];
}
