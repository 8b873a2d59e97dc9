import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentApproved } from '@plimsoll/contracts/incidents/events';
import type { Decision } from '../commands/decision.ts';
import type { LiveIncident } from './incident.ts';
import { refusalOf, type Acting } from './who-may.ts';

export interface ApproveIncident extends Acting {
  readonly comment: string | null;
  readonly signature: string | null;
}

/** Approves an incident and locks it, naming the revision that the approver saw. */
export function approveIncident(command: ApproveIncident, incident: LiveIncident): Decision<EventOf<typeof incidentApproved>> {
  const refusal = refusalOf('approve', incident, command);
  if (refusal) return refusal;
  const { comment, signature } = command;
  return [{ type: 'IncidentApproved', data: { approvedRevision: incident.revision, comment, signature } }];
}
