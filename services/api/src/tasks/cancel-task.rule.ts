import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { taskCancelled } from '@plimsoll/contracts/tasks/events';
import type { Decision } from '../commands/decision.ts';
import type { LiveTask } from './task.ts';
import { taskRefusal, type ActingOnTask } from './policy.ts';

/** Cancels an open action, with a reason. */
export function cancelTask(
  command: ActingOnTask & { readonly reason: string },
  task: LiveTask,
): Decision<EventOf<typeof taskCancelled>> {
  return (
    taskRefusal('cancel', task, command) ?? [
      { type: 'TaskCancelled', data: { eventId: task.eventId, reason: command.reason } },
    ]
  );
}
