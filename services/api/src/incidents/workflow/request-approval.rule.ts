import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { approvalRequested } from '@plimsoll/contracts/incidents/events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import { rejectFields } from '../field-error.ts';
import type { LiveIncident } from '../incident.ts';
import { refusalOf, type WithActor } from '../policy.ts';

export interface RequestApprovalInput extends WithActor {
  /** The named approver with their permissions; null when none was named or they are not a member. */
  readonly approver: Viewer | null;
}

/** Requests approval from a member, or reassigns it. Naming the current approver again changes nothing. */
export function requestApproval(
  command: RequestApprovalInput,
  incident: LiveIncident,
): Decision<EventOf<typeof approvalRequested>> {
  const { approver, actor } = command;
  if (!approver || !holds(approver, 'APPROVE_EVENTS'))
    return rejectFields([{ field: 'approverGuid', className: 'MissingAssignedApprover' }]);
  const refusal = refusalOf('request-approval', incident, command);
  if (refusal) return refusal;
  if (incident.state === 'APPROVAL_REQUESTED' && incident.approverGuid === approver.userGuid) return [];
  if (approver.userGuid === actor.userGuid && !holds(actor, 'ASSIGN_SELF_EVENT_APPROVE')) return refuse('Forbidden');
  return [{ type: 'ApprovalRequested', data: { approverGuid: approver.userGuid } }];
}
