import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffAccessBegan } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Organization } from '../organizations/organization.ts';
import { returnsAt, type StaffAccessState } from './staff-access.ts';

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
 * staff; StaffTurnedOut within a day after the organization ended an access of theirs, unless it lets them return.
 */
export function beginStaffAccess(
  data: Begun['data'],
  isStaff: boolean,
  access: StaffAccessState,
  organization: Organization | null,
  { earlier, now }: { readonly earlier: readonly StaffAccessState[]; readonly now: Date },
): Decision<Begun> {
  if (!isStaff || !organization) return refuse('OrganizationNotFound');
  const known = earlier.filter((one) => one.state !== 'NONE');
  if (returnsAt(known, now) !== null) return refuse('StaffTurnedOut');
  return access.state === 'NONE' ? [{ type: 'StaffAccessBegan', data }] : [];
}
