import { taskAfter, createdTask, type TaskProgress } from '@plimsoll/contracts/tasks/progress';
import type { TaskEvent } from '@plimsoll/contracts/tasks/events';
import type { StepTaken } from '@plimsoll/contracts/incidents/progress';

export type LiveTask = TaskProgress;
export type Task = { readonly state: 'NONE' } | LiveTask;
export type RecordedTaskEvent = TaskEvent & StepTaken;

export const noTask: Task = { state: 'NONE' };

/** The action after one more domain event. Throws when the log says what no decision could have written. */
export function evolveTask(task: Task, event: RecordedTaskEvent): Task {
  if (event.type === 'TaskCreated') {
    if (task.state !== 'NONE') throw new Error(`An action cannot be made twice, at revision ${event.revision}`);
    return createdTask(event.data, event);
  }
  if (task.state === 'NONE') throw new Error(`${event.type} of an action that nobody made`);
  return taskAfter(task, event, event);
}
