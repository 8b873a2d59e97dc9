import { dueErrors } from './task-errors.ts';
import { memberErrors } from './task-errors.ts';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { isOwn } from '@plimsoll/contracts/incidents/visibility';
import type { taskCreated } from '@plimsoll/contracts/tasks/events';
import type { CreateTaskRequest } from '@plimsoll/contracts/tasks/requests';
import { mayAddTask } from '@plimsoll/contracts/tasks/policy';
import { refuse, type Decision } from '../commands/decision.ts';
import { rejectFields, type Error } from '../incidents/field-error.ts';
import { onSeenIncident } from '../incidents/policy.ts';
import type { Task } from './task.ts';
import type { ActingOnTask } from './policy.ts';

export interface CreateTaskInput extends ActingOnTask {
  readonly body: CreateTaskRequest;
  /** The people named in the request who are members. */
  readonly members: ReadonlySet<string>;
}

/**
 * Creates a corrective action. Refuses: the class for an incident that the actor may not see, field errors (400), and
 * 403 for actors who neither take part in the incident nor may modify it.
 */
export function createTask(
  { actor, incident, today, body, members }: CreateTaskInput,
  task: Task,
): Decision<EventOf<typeof taskCreated>> {
  return onSeenIncident(incident, actor, (live) => {
    const { eventId, description, dueDate, responsibleGuid, verifierGuid, priority, controlType, rootCause } = body;
    const errors: Error[] = [
      ...(responsibleGuid
        ? []
        : [{ field: 'responsibleGuid', className: 'MissingMember' as const, message: fieldTexts.responsibleMissing }]),
      ...memberErrors({ responsibleGuid, verifierGuid }, members),
      ...dueErrors(dueDate, today),
    ];
    if (errors.length > 0) return rejectFields(errors);
    if (task.state !== 'NONE') return refuse('DuplicateGuid');
    if (!mayAddTask(isOwn(live, actor.userGuid), actor)) return refuse('Forbidden');
    return [
      {
        type: 'TaskCreated',
        data: {
          eventId: eventId!,
          description,
          dueDate,
          responsibleGuid: responsibleGuid!,
          verifierGuid: verifierGuid ?? actor.userGuid,
          priority: priority ?? 'MEDIUM',
          controlType: controlType ?? null,
          rootCause: rootCause || null,
        },
      },
    ];
  });
}
