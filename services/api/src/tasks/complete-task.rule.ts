import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { taskCompleted } from '@plimsoll/contracts/tasks/events';
import { VERIFY_WITHIN_DAYS } from '@plimsoll/contracts/tasks/vocabulary';
import type { Decision } from '../commands/decision.ts';
import type { LiveTask } from './task.ts';
import { taskRefusal, type ActingOnTask } from './policy.ts';

/** Completes an action; the verifier then checks its effect within `VERIFY_WITHIN_DAYS`. */
export function completeTask(
  command: ActingOnTask & { readonly comment: string | null },
  task: LiveTask,
): Decision<EventOf<typeof taskCompleted>> {
  return (
    taskRefusal('complete', task, command) ?? [
      {
        type: 'TaskCompleted',
        data: { eventId: task.eventId, comment: command.comment, verifyBy: addDays(command.today, VERIFY_WITHIN_DAYS) },
      },
    ]
  );
}
