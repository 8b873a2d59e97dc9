import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { erasureRequestDecider } from './erasures-of.ts';
import { completeErasure } from './complete-erasure.rule.ts';

export const CompleteErasure = defineCommand({
  name: 'CompleteErasure',
  useCase: (_, subjectGuid: string, erasureGuid: string) =>
    singleStream({
      own: erasureRequestDecider.of(subjectGuid),
      decide: (requests) => completeErasure(erasureGuid, requests),
    }),
});
