import { onTask } from './on-task.ts';
import { defineCommand } from '../commands/define-command.ts';
import { completeTask } from './complete-task.rule.ts';

export const CompleteTask = defineCommand(
  onTask('CompleteTask', (found, { comment }: { readonly comment?: string | null | undefined }, task) =>
    completeTask({ ...found, comment: comment || null }, task),
  ),
);
