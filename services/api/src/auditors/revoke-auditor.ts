import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { auditorGrantDecider } from './auditor-grant.ts';
import { revokeAuditor } from './revoke-auditor.rule.ts';

export const RevokeAuditor = defineCommand({
  name: 'RevokeAuditor',
  useCase: ({ receivedAt }, grantGuid: string) =>
    singleStream({ own: auditorGrantDecider.of(grantGuid), decide: (state) => revokeAuditor(state, receivedAt) }),
});
