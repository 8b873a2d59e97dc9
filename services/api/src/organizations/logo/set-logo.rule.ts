import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationLogoChanged } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { Organization } from '../organization.ts';

/** Refuses: OrganizationNotFound. */
export function setLogo(organization: Organization | null): Decision<EventOf<typeof organizationLogoChanged>> {
  return organization ? [{ type: 'OrganizationLogoChanged', data: {} }] : refuse('OrganizationNotFound');
}
