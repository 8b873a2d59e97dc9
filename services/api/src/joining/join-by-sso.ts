import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider } from '../members/member.ts';
import { type JoiningBySso, joinBySso } from './join-by-sso.rule.ts';

export const JoinBySso = defineCommand({
  name: 'JoinBySso',
  useCase: ({ tenant }, joining: JoiningBySso) =>
    singleStream({
      own: memberDecider.of(tenant, joining.userGuid),
      decide: (member) => joinBySso(joining, member),
    }),
});
