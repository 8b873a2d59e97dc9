import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffReturnAllowed } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { StaffAccessState } from './staff-access.ts';

/**
 * Lets someone whose access the organization ended return; no effect where nothing prevents it. Refuses:
 * OrganizationNotFound.
 */
export function allowStaffReturn(access: StaffAccessState): Decision<EventOf<typeof staffReturnAllowed>> {
  if (access.state === 'NONE') return refuse('OrganizationNotFound');
  const { turnedOutAt, allowedAt } = access;
  return turnedOutAt === null || (allowedAt !== null && allowedAt >= turnedOutAt)
    ? []
    : [{ type: 'StaffReturnAllowed', data: { userGuid: access.userGuid } }];
}
