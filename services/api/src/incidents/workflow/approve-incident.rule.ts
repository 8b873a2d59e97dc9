import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentApproved } from '@plimsoll/contracts/incidents/events';
import type { Decision } from '../../commands/decision.ts';
import type { LiveIncident } from '../incident.ts';
import { refusalOf, type WithActor } from '../policy.ts';

export interface ApproveIncidentInput extends WithActor {
  readonly approvalComment: string | null;
  readonly signature: string | null;
}

/** Approves an incident and locks it, recording the revision that is approved. */
export function approveIncident(
  command: ApproveIncidentInput,
  incident: LiveIncident,
): Decision<EventOf<typeof incidentApproved>> {
  const refusal = refusalOf('approve', incident, command);
  if (refusal) return refusal;
  const { approvalComment: comment, signature } = command;
  return [{ type: 'IncidentApproved', data: { approvedRevision: incident.revision, comment, signature } }];
}
