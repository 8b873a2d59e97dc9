import { isOwn } from '@plimsoll/contracts/incidents/visibility';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { allowedCommandsOf, denialReasonOf, liveCommandsOf } from '@plimsoll/contracts/incidents/policy';
import { mayAddTask } from '@plimsoll/contracts/tasks/policy';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { Incident, LiveIncident } from './incident.ts';
import { maySee } from './may-see.ts';

/** The acting user, with their permissions. */
export interface WithActor {
  readonly actor: Viewer;
}

/**
 * Null when the actor, who may see the incident, may execute the command now. A refusal by state says which commands
 * are allowed.
 */
export function refusalOf(
  command: IncidentCommand | 'add-file',
  incident: LiveIncident,
  { actor }: WithActor,
): Refusal | null {
  const denial = denialReasonOf(command, incident, actor);
  if (!denial) return null;
  return refuse(denial.className, denial.isByState ? { facts: conflictFacts(incident, actor) } : {});
}

const conflictFacts = (incident: LiveIncident, actor: Viewer) => ({
  currentRevision: incident.revision,
  state: incident.state,
  allowedCommands: liveCommandsOf(incident, actor),
});

/** Commands that the viewer may execute now. */
export function allowedCommands(incident: Incident, viewer: Viewer, now: Date): IncidentCommand[] {
  if (maySee(incident, viewer) !== null || incident.state === 'UNREPORTED') return [];
  return allowedCommandsOf(incident.state === 'DELETED' ? incident.before : incident, viewer, now);
}

/** Whether the viewer may add a corrective action to the incident now. */
export const mayAddTaskTo = (incident: Incident, viewer: Viewer): boolean =>
  maySee(incident, viewer) === null &&
  incident.state !== 'UNREPORTED' &&
  incident.state !== 'DELETED' &&
  mayAddTask(isOwn(incident, viewer.userGuid), viewer);

/**
 * Decides on an incident that exists and that the actor may see; otherwise refuses with 404, or 403 for others'
 * incidents.
 */
export function onSeenIncident<Event>(
  incident: Incident,
  actor: Viewer,
  decide: (incident: LiveIncident) => Decision<Event>,
): Decision<Event> {
  const denial = maySee(incident, actor);
  if (denial) return denial;
  if (incident.state === 'UNREPORTED' || incident.state === 'DELETED') return refuse('EventNotFound');
  return decide(incident);
}
