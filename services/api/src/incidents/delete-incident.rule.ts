import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentDeleted } from '@plimsoll/contracts/incidents/events';
import type { Decision } from '../commands/decision.ts';
import type { LiveIncident } from './incident.ts';
import { refusalOf, type WithActor } from './policy.ts';

/** Deletes an incident; it can be restored for 30 days. */
export function deleteIncident(command: WithActor, incident: LiveIncident): Decision<EventOf<typeof incidentDeleted>> {
  return refusalOf('delete', incident, command) ?? [{ type: 'IncidentDeleted', data: {} }];
}
