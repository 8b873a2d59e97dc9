import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { allowStaffReturn } from './allow-staff-return.rule.ts';
import { staffAccessDecider } from './staff-access.ts';

export const AllowStaffReturn = defineCommand({
  name: 'AllowStaffReturn',
  useCase: (_envelope, accessGuid: string) =>
    singleStream({ own: staffAccessDecider.of(accessGuid), decide: allowStaffReturn }),
  route: { operationId: 'allowStaffReturn', args: (_, { guid }) => [guid], answer: () => undefined },
});
