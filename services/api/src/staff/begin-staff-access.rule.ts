import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffAccessBegan } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Organization } from '../organizations/organization.ts';
import type { StaffAccessState } from './staff-access.ts';

type Begun = EventOf<typeof staffAccessBegan>;

export interface BeginningAccess {
  readonly accessGuid: string;
  readonly organizationGuid: string;
  readonly reason: string;
  /** The session in which the access began; the access ends with it. */
  readonly sessionGuid: string;
}

export const HOUR_MS = 3_600_000;

/**
 * Begins read access of a member of staff to an organization. Refuses: OrganizationNotFound, also if the actor is not
 * staff.
 */
export function beginStaffAccess(
  data: Begun['data'],
  isStaff: boolean,
  access: StaffAccessState,
  organization: Organization | null,
): Decision<Begun> {
  if (!isStaff || !organization) return refuse('OrganizationNotFound');
  return access.state === 'NONE' ? [{ type: 'StaffAccessBegan', data }] : [];
}
