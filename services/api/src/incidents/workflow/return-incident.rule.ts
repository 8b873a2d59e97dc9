import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentReturned } from '@plimsoll/contracts/incidents/events';
import type { Decision } from '../../commands/decision.ts';
import type { LiveIncident } from '../incident.ts';
import { refusalOf, type WithActor } from '../policy.ts';

export interface ReturnIncidentInput extends WithActor {
  readonly comment: string;
}

/** Returns an incident: from its reviewer to its reporter, or from its approver to its reviewer. */
export function returnIncident(
  command: ReturnIncidentInput,
  incident: LiveIncident,
): Decision<EventOf<typeof incidentReturned>> {
  const refusal = refusalOf('return', incident, command);
  if (refusal) return refusal;
  const to = incident.state === 'APPROVAL_REQUESTED' ? 'REVIEWER' : 'REPORTER';
  return [{ type: 'IncidentReturned', data: { to, comment: command.comment } }];
}
