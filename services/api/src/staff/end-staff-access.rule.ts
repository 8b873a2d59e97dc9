import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffAccessEnded } from '@plimsoll/contracts/staff/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { staffAccessDecider, type StaffAccessState } from './staff-access.ts';

/** Records the end of an access; no effect on an ended one. Refuses: OrganizationNotFound. */
export function endStaffAccess(access: StaffAccessState): Decision<EventOf<typeof staffAccessEnded>> {
  if (access.state === 'NONE') return refuse('OrganizationNotFound');
  return access.state === 'BEGUN' ? [{ type: 'StaffAccessEnded', data: { userGuid: access.userGuid } }] : [];
}

export const ending = (accessGuid: string) =>
  singleStream({ own: staffAccessDecider.of(accessGuid), decide: endStaffAccess });
