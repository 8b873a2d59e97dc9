import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { taskFoundNotEffective, taskVerified } from '@plimsoll/contracts/tasks/events';
import type { VerificationResult } from '@plimsoll/contracts/tasks/vocabulary';
import type { Decision } from '../commands/decision.ts';
import { rejectFields, type Error } from '../incidents/field-error.ts';
import { dueErrors } from './task-errors.ts';
import type { LiveTask } from './task.ts';
import { taskRefusal, type ActingOnTask } from './policy.ts';

export interface VerifyTaskInput {
  readonly result: VerificationResult;
  readonly comment?: string | null | undefined;
  readonly dueDate?: string | null | undefined;
}

/**
 * Records whether a completed action was effective. If not, it is open again, which requires a comment and a due date.
 */
export function verifyTask(
  command: ActingOnTask & VerifyTaskInput,
  task: LiveTask,
): Decision<EventOf<typeof taskVerified | typeof taskFoundNotEffective>> {
  const { result, comment, dueDate, today } = command;
  const errors: Error[] =
    result === 'EFFECTIVE'
      ? []
      : [
          ...(comment
            ? []
            : [{ field: 'comment', className: 'MalformedRequest' as const, message: fieldTexts.notEffectiveMissing }]),
          ...(dueDate
            ? dueErrors(dueDate, today)
            : [{ field: 'dueDate', className: 'MalformedDate' as const, message: fieldTexts.dueDateMissing }]),
        ];
  if (errors.length > 0) return rejectFields(errors);
  const refusal = taskRefusal('verify', task, command);
  if (refusal) return refusal;
  const { eventId } = task;
  return result === 'EFFECTIVE'
    ? [{ type: 'TaskVerified', data: { eventId, comment: comment || null } }]
    : [{ type: 'TaskFoundNotEffective', data: { eventId, comment: comment!, dueDate: dueDate! } }];
}
