import { onTask } from './on-task.ts';
import { defineCommand } from '../commands/define-command.ts';
import { cancelTask } from './cancel-task.rule.ts';

export const CancelTask = defineCommand(
  onTask('CancelTask', (found, input: { readonly reason: string }, task) => cancelTask({ ...found, ...input }, task)),
);
