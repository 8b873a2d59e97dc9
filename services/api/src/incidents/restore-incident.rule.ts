import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentRestored } from '@plimsoll/contracts/incidents/events';
import { canBeRestored } from '@plimsoll/contracts/incidents/policy';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Incident } from './incident.ts';
import { maySee } from './may-see.ts';
import { refusalOf, type WithActor } from './policy.ts';

export interface RestoreIncidentInput extends WithActor {
  readonly receivedAt: Date;
}

/** Restores a deleted incident to its previous state, within 30 days of its deletion. */
export function restoreIncident(
  command: RestoreIncidentInput,
  incident: Incident,
): Decision<EventOf<typeof incidentRestored>> {
  const denial = maySee(incident, command.actor);
  if (denial) return denial;
  if (incident.state === 'UNREPORTED') return refuse('EventNotFound');
  if (incident.state !== 'DELETED') return refusalOf('restore', incident, command) ?? [];
  if (!canBeRestored(incident.deletedAt, command.receivedAt)) return refuse('EventNotFound');
  return [{ type: 'IncidentRestored', data: {} }];
}
