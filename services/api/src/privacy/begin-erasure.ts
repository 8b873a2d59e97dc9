import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider } from '../members/member.ts';
import { erasedOf, requestsOf, subjectNamed } from './erasures-of.ts';
import { HeldIncidents } from './held-incidents.ts';
import { legalHoldDecider, type IsHeldBy } from './legal-holds.ts';
import type { NewErasure } from './request-erasure.rule.ts';
import { beginErasure } from './begin-erasure.rule.ts';

export const BeginErasure = defineCommand({
  name: 'BeginErasure',
  needs: [HeldIncidents],
  handle: (incidents) => async (store, envelope, request: NewErasure) => {
    const { tenant, receivedAt } = envelope;
    const subject = subjectNamed(request);
    let isHeldBy: IsHeldBy;
    return execute(store, envelope, {
      own: erasedOf(tenant, subject),
      others: [requestsOf(tenant, subject), legalHoldDecider.of(tenant), memberDecider.of(tenant, request.guid)],
      prepare: async () => {
        isHeldBy = await incidents.judgeOf(tenant, subject);
      },
      decide: (own, requests, holds, member) => {
        const decision = beginErasure(
          request,
          requests.state,
          { erasedAt: own.state, holds: holds.state, member: member.state },
          isHeldBy,
          receivedAt,
        );
        return isRefusal(decision)
          ? decision
          : {
              records: decision.map((event) => ({ stream: own.stream, event })),
              readDependencies: [requests.stream, holds.stream, member.stream],
            };
      },
    });
  },
});
