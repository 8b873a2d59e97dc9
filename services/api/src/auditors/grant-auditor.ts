import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { auditorGrantDecider } from './auditor-grant.ts';
import { type Granted, grantAuditor } from './grant-auditor.rule.ts';

export const GrantAuditor = defineCommand({
  name: 'GrantAuditor',
  useCase: ({ receivedAt }, grant: Granted['data']) =>
    singleStream({
      own: auditorGrantDecider.of(grant.grantGuid),
      decide: (state) => grantAuditor(grant, state, receivedAt),
    }),
});
