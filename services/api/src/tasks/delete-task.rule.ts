import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { taskDeleted } from '@plimsoll/contracts/tasks/events';
import type { Decision } from '../commands/decision.ts';
import type { LiveTask } from './task.ts';
import { taskRefusal, type ActingOnTask } from './policy.ts';

/** Deletes an open action that was never completed. */
export function deleteTask(command: ActingOnTask, task: LiveTask): Decision<EventOf<typeof taskDeleted>> {
  return taskRefusal('delete', task, command) ?? [{ type: 'TaskDeleted', data: { eventId: task.eventId } }];
}
