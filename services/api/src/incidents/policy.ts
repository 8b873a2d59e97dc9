import { isOwn } from '@plimsoll/contracts/incidents/visibility';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/vocabulary';
import { allowedCommandsOf, hindranceOf, liveCommandsOf } from '@plimsoll/contracts/incidents/policy';
import { mayAddTask } from '@plimsoll/contracts/tasks/policy';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { Incident, LiveIncident } from './incident.ts';
import { maySee } from './may-see.ts';

/** The one who acts, with what they hold. */
export interface WithActor {
  readonly actor: Viewer;
}

/** Null when the actor, who sees the incident, may carry the command out now. A refusal by the state says what may be done in it. */
export function refusalOf(
  command: IncidentCommand | 'add-file',
  incident: LiveIncident,
  { actor }: WithActor,
): Refusal | null {
  const hindrance = hindranceOf(command, incident, actor);
  if (!hindrance) return null;
  return refuse(hindrance.className, hindrance.isByState ? { facts: standing(incident, actor) } : {});
}

const standing = (incident: LiveIncident, actor: Viewer) => ({
  currentRevision: incident.revision,
  state: incident.state,
  allowedCommands: liveCommandsOf(incident, actor),
});

/** What the viewer may do now. */
export function allowedCommands(incident: Incident, viewer: Viewer, now: Date): IncidentCommand[] {
  if (maySee(incident, viewer) !== null || incident.state === 'UNREPORTED') return [];
  return allowedCommandsOf(incident.state === 'DELETED' ? incident.before : incident, viewer, now);
}

/** Whether the viewer may ask for a corrective action of it now. */
export const mayAddTaskTo = (incident: Incident, viewer: Viewer): boolean =>
  maySee(incident, viewer) === null &&
  incident.state !== 'UNREPORTED' &&
  incident.state !== 'DELETED' &&
  mayAddTask(isOwn(incident, viewer.userGuid), viewer);

/** Decides on an incident that is there and that the actor may see; else it is 404, or 403 for others' incidents. */
export function onSeenIncident<Event>(
  incident: Incident,
  actor: Viewer,
  decide: (incident: LiveIncident) => Decision<Event>,
): Decision<Event> {
  const unseen = maySee(incident, actor);
  if (unseen) return unseen;
  if (incident.state === 'UNREPORTED' || incident.state === 'DELETED') return refuse('EventNotFound');
  return decide(incident);
}
