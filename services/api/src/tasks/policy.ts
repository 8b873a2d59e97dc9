import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import type { TaskCommand } from '@plimsoll/contracts/tasks/vocabulary';
import { allowedTaskCommands, taskHindrance, type OfIncident } from '@plimsoll/contracts/tasks/policy';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { Incident } from '../incidents/incident.ts';
import type { LiveTask, Task } from './task.ts';

/** What a rule is told besides the action: who acts, the incident that it follows from, and the organization's day. */
export interface ActingOnTask {
  readonly actor: Viewer;
  readonly incident: Incident;
  readonly today: string;
}

/** Who reviews and approves the incident, as far as the viewer is concerned. */
export function ofIncident(incident: Incident, viewer: Viewer): OfIncident {
  if (incident.state === 'UNREPORTED' || incident.state === 'DELETED')
    return { reviewerGuid: null, approverGuid: null, isSeen: false };
  const { reviewerGuid, approverGuid } = incident;
  return {
    reviewerGuid,
    approverGuid,
    isSeen: visibilityOf({ ...incident, isSensitive: incident.form.isSensitive }, viewer) === 'SEEN',
  };
}

/** Null when the viewer may see the action: with its incident, or since it is or was theirs. A deleted incident hides its own. */
export function maySeeTask(task: Task, incident: Incident, viewer: Viewer): Refusal | null {
  if (task.state === 'NONE' || incident.state === 'UNREPORTED' || incident.state === 'DELETED')
    return refuse('TaskNotFound');
  if (task.concerned.includes(viewer.userGuid)) return null;
  const seen = visibilityOf({ ...incident, isSensitive: incident.form.isSensitive }, viewer);
  return seen === 'SEEN' ? null : refuse(seen === 'HIDDEN' ? 'TaskNotFound' : 'Forbidden');
}

/** Null when the actor, who sees the action, may carry the command out now. A refusal by the state says what may be done in it. */
export function taskRefusal(
  command: TaskCommand,
  task: LiveTask,
  { actor, incident }: Pick<ActingOnTask, 'actor' | 'incident'>,
): Refusal | null {
  const className = taskHindrance(command, task, ofIncident(incident, actor), actor);
  if (className === null) return null;
  return refuse(
    className,
    className === 'TaskStateConflict'
      ? {
          facts: {
            state: task.state,
            currentRevision: task.revision,
            allowedCommands: allowedTaskCommands(task, ofIncident(incident, actor), actor),
          },
        }
      : {},
  );
}
