import type { CreateTaskRequest } from '@plimsoll/contracts/tasks/requests';
import { rejectFields } from '../incidents/field-error.ts';
import { defineCommand } from '../commands/define-command.ts';
import { TaskLog } from './task-log.ts';
import { createTask } from './create-task.rule.ts';

export const CreateTask = defineCommand({
  name: 'CreateTask',
  needs: [TaskLog],
  handle: (tasks) => async (_, envelope, taskGuid: string, body: CreateTaskRequest) => {
    if (!body.eventId) return rejectFields([{ field: 'eventId', className: 'MissingRelatedEntity' }]);
    const found = await tasks.contextOf(envelope, body.eventId, [body.responsibleGuid, body.verifierGuid]);
    return tasks.create(envelope, taskGuid, (task) => createTask({ ...found, body }, task));
  },
});
