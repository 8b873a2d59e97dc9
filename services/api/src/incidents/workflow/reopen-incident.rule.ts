import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentReopened } from '@plimsoll/contracts/incidents/events';
import type { Decision } from '../../commands/decision.ts';
import type { LiveIncident } from '../incident.ts';
import { refusalOf, type WithActor } from '../policy.ts';

export interface ReopenIncidentInput extends WithActor {
  readonly reason: string;
}

/** Reopens an approved incident; its rating stays visible until the next review. */
export function reopenIncident(
  command: ReopenIncidentInput,
  incident: LiveIncident,
): Decision<EventOf<typeof incidentReopened>> {
  return refusalOf('reopen', incident, command) ?? [{ type: 'IncidentReopened', data: { reason: command.reason } }];
}
