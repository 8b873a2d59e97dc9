import { dueErrors } from './task-errors.ts';
import { memberErrors } from './task-errors.ts';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { taskChanged, TaskFacts } from '@plimsoll/contracts/tasks/events';
import type { ChangeTaskRequest } from '@plimsoll/contracts/tasks/requests';
import type { Decision } from '../commands/decision.ts';
import { rejectFields } from '../incidents/field-error.ts';
import type { LiveTask } from './task.ts';
import { taskRefusal, type ActingOnTask } from './policy.ts';

export interface ChangeTaskInput extends ActingOnTask {
  readonly body: ChangeTaskRequest;
  readonly members: ReadonlySet<string>;
}

/**
 * Changes an open action; omitted fields stay unchanged, and equal values write nothing. Unchanged people are not
 * validated again.
 */
export function changeTask(command: ChangeTaskInput, task: LiveTask): Decision<EventOf<typeof taskChanged>> {
  const { body, members, today } = command;
  const requested: { [Field in keyof TaskFacts]?: TaskFacts[Field] | undefined } = {
    ...body,
    verifierGuid: body.verifierGuid ?? undefined,
    controlType: body.controlType,
    rootCause: body.rootCause === undefined ? undefined : body.rootCause || null,
  };
  const changed = Object.fromEntries(
    Object.entries(requested).filter(
      ([field, value]) => value !== undefined && value !== task[field as keyof TaskFacts],
    ),
  ) as Partial<TaskFacts>;
  const errors = [
    ...memberErrors({ responsibleGuid: changed.responsibleGuid, verifierGuid: changed.verifierGuid }, members),
    ...dueErrors(changed.dueDate, today),
  ];
  if (errors.length > 0) return rejectFields(errors);
  return (
    taskRefusal('change', task, command) ??
    (Object.keys(changed).length === 0 ? [] : [{ type: 'TaskChanged', data: { eventId: task.eventId, ...changed } }])
  );
}
