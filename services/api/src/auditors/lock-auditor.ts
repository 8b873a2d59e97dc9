import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { auditorGrantDecider } from './auditor-grant.ts';
import { lockAuditor } from './lock-auditor.rule.ts';

export const LockAuditor = defineCommand({
  name: 'LockAuditor',
  useCase: ({ receivedAt }, grantGuid: string) =>
    singleStream({ own: auditorGrantDecider.of(grantGuid), decide: (state) => lockAuditor(state, receivedAt) }),
});
