import { isRefusal } from '../commands/decision.ts';
import type { UseCase } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { erasureDecider, erasureRequestDecider, type ErasureRequests } from './erasures-of.ts';
import { cancelErasure } from './cancel-erasure.rule.ts';

export const CancelErasure = defineCommand({
  name: 'CancelErasure',
  useCase: (_, subjectGuid: string, erasureGuid: string): UseCase<ErasureRequests, [number]> => ({
    own: erasureRequestDecider.of(subjectGuid),
    others: [erasureDecider.of(subjectGuid)],
    decide: (own, erased) => {
      const decision = cancelErasure(erasureGuid, own.state, erased.state);
      return isRefusal(decision)
        ? decision
        : { records: decision.map((event) => ({ stream: own.stream, event })), readDependencies: [erased.stream] };
    },
  }),
});
