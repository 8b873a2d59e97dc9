import { onTask } from './on-task.ts';
import { defineCommand } from '../commands/define-command.ts';
import { deleteTask } from './delete-task.rule.ts';

export const DeleteTask = defineCommand(onTask('DeleteTask', (found, _: undefined, task) => deleteTask(found, task)));
