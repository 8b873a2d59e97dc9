import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { taskReopened } from '@plimsoll/contracts/tasks/events';
import type { Decision } from '../commands/decision.ts';
import { rejectFields } from '../incidents/field-error.ts';
import { dueErrors } from './task-errors.ts';
import type { LiveTask } from './task.ts';
import { taskRefusal, type ActingOnTask } from './policy.ts';

export interface ReopenTaskInput {
  readonly reason: string;
  readonly dueDate: string;
}

/** Reopens a completed, verified or cancelled action. */
export function reopenTask(
  command: ActingOnTask & ReopenTaskInput,
  task: LiveTask,
): Decision<EventOf<typeof taskReopened>> {
  const { reason, dueDate, today } = command;
  const errors = dueErrors(dueDate, today);
  if (errors.length > 0) return rejectFields(errors);
  return (
    taskRefusal('reopen', task, command) ?? [
      { type: 'TaskReopened', data: { eventId: task.eventId, reason, dueDate, recurrenceEventId: null } },
    ]
  );
}
