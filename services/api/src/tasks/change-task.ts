import type { ChangeTaskRequest } from '@plimsoll/contracts/tasks/requests';
import { onTask } from './on-task.ts';
import { defineCommand } from '../commands/define-command.ts';
import { changeTask } from './change-task.rule.ts';

export const ChangeTask = defineCommand(
  onTask(
    'ChangeTask',
    (found, body: ChangeTaskRequest, task) => changeTask({ ...found, body }, task),
    ({ responsibleGuid, verifierGuid }) => [responsibleGuid, verifierGuid],
  ),
);
