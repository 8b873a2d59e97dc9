import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider, type Joining } from './member.ts';
import { addMember } from './add-member.rule.ts';

export const AddMember = defineCommand({
  name: 'AddMember',
  useCase: ({ tenant }, joining: Joining) =>
    singleStream({
      own: memberDecider.of(tenant, joining.userGuid),
      decide: (member) => addMember(joining, member),
    }),
});
