import { onTask } from './on-task.ts';
import { defineCommand } from '../commands/define-command.ts';
import { type ReopenTaskInput, reopenTask } from './reopen-task.rule.ts';

export const ReopenTask = defineCommand(
  onTask('ReopenTask', (found, input: ReopenTaskInput, task) => reopenTask({ ...found, ...input }, task)),
);
