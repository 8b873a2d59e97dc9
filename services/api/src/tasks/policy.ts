import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import type { TaskCommand } from '@plimsoll/contracts/tasks/vocabulary';
import { allowedTaskCommands, taskDenialReasonOf, type OfIncident } from '@plimsoll/contracts/tasks/policy';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { Incident } from '../incidents/incident.ts';
import type { LiveTask, Task } from './task.ts';

/** Context of a rule: the actor, the action's incident, and the current day of the organization. */
export interface ActingOnTask {
  readonly actor: Viewer;
  readonly incident: Incident;
  readonly today: string;
}

/** The incident's reviewer and approver, and whether the viewer sees it. */
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

/**
 * Null if the viewer may see the action: they see its incident, or the action is or was theirs. Actions of a deleted
 * incident are hidden.
 */
export function maySeeTask(task: Task, incident: Incident, viewer: Viewer): Refusal | null {
  if (task.state === 'NONE' || incident.state === 'UNREPORTED' || incident.state === 'DELETED')
    return refuse('TaskNotFound');
  if (task.concerned.includes(viewer.userGuid)) return null;
  const seen = visibilityOf({ ...incident, isSensitive: incident.form.isSensitive }, viewer);
  return seen === 'SEEN' ? null : refuse(seen === 'HIDDEN' ? 'TaskNotFound' : 'Forbidden');
}

/**
 * Null if an actor who sees the action may run the command now. A refusal because of the state lists the allowed
 * commands.
 */
export function taskRefusal(
  command: TaskCommand,
  task: LiveTask,
  { actor, incident }: Pick<ActingOnTask, 'actor' | 'incident'>,
): Refusal | null {
  const className = taskDenialReasonOf(command, task, ofIncident(incident, actor), actor);
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
