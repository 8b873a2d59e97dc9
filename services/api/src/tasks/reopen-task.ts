import { onTask } from './on-task.ts';
import { defineCommand } from '../commands/define-command.ts';
import { type Told, reopenTask } from './reopen-task.rule.ts';

export const ReopenTask = defineCommand(
  onTask('ReopenTask', (found, told: Told, task) => reopenTask({ ...found, ...told }, task)),
);
