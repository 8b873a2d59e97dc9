import { onTask } from './on-task.ts';
import { defineCommand } from '../commands/define-command.ts';
import { type VerifyTaskInput, verifyTask } from './verify-task.rule.ts';

export const VerifyTask = defineCommand(
  onTask('VerifyTask', (found, input: VerifyTaskInput, task) => verifyTask({ ...found, ...input }, task)),
);
