import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { taskAfter, createdTask, type TaskProgress } from '@plimsoll/contracts/tasks/progress';
import type { TaskEvent } from '@plimsoll/contracts/tasks/events';
import type { StepTaken } from '@plimsoll/contracts/incidents/progress';
import { taskStream } from '@plimsoll/contracts/tasks/streams';
import { decider } from '../commands/decider.ts';
import { attachedAfter, type Attached } from '../attachments/attached.ts';

export type LiveTask = TaskProgress & {
  /** Attached files in the order of their events, including deleted and erased ones. */
  readonly attachments: readonly Attached[];
};
export type Task = { readonly state: 'NONE' } | LiveTask;
export type RecordedTaskEvent = (TaskEvent | AttachmentEvent) & StepTaken;

const noTask: Task = { state: 'NONE' };

const types: ReadonlySet<string> = new Set(taskStream.events.map(({ type }) => type));

/** Whether an event of a task's stream is about the task or one of its files. */
export const isTaskEvent = ({ type }: { readonly type: string }): boolean => types.has(type);

/** A task with its files; events of other types are ignored. */
export const taskDecider = decider({
  stream: taskStream,
  initial: noTask,
  evolve: (task, event): Task =>
    isTaskEvent(event)
      ? evolveTask(task, {
          type: event.type,
          data: event.data,
          revision: event.revision,
          byGuid: event.metadata.actor.userGuid,
          at: event.metadata.at,
        } as RecordedTaskEvent)
      : task,
});

/** Applies an event to an action. Throws for a sequence that no decision could have written. */
function evolveTask(task: Task, event: RecordedTaskEvent): Task {
  if (event.type === 'TaskCreated') {
    if (task.state !== 'NONE') throw new Error(`An action cannot be made twice, at revision ${event.revision}`);
    return { ...createdTask(event.data, event), attachments: [] };
  }
  if (task.state === 'NONE') throw new Error(`${event.type} of an action that nobody made`);
  const attachments = attachedAfter(task.attachments, event, event);
  return isOfFile(event)
    ? { ...task, revision: event.revision, attachments }
    : { ...taskAfter(task, event, event), attachments };
}

const isOfFile = (event: RecordedTaskEvent): event is AttachmentEvent & StepTaken =>
  event.type.startsWith('Attachment');
