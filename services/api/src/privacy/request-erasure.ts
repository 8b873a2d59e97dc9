import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider } from '../members/member.ts';
import { erasedOf, requestsOf, subjectNamed } from './erasures-of.ts';
import { HeldIncidents } from './held-incidents.ts';
import { legalHoldDecider, type IsHeldBy } from './legal-holds.ts';
import { type NewErasure, requestErasure } from './request-erasure.rule.ts';

export const RequestErasure = defineCommand({
  name: 'RequestErasure',
  needs: [HeldIncidents],
  handle: (incidents) => async (store, envelope, request: NewErasure) => {
    const { tenant } = envelope;
    const subject = subjectNamed(request);
    let isHeldBy: IsHeldBy;
    return execute(store, envelope, {
      own: requestsOf(tenant, subject),
      others: [erasedOf(tenant, subject), legalHoldDecider.of(tenant), memberDecider.of(tenant, request.guid)],
      prepare: async () => {
        isHeldBy = await incidents.judgeOf(tenant, subject);
      },
      decide: (own, erased, holds, member) => {
        const decision = requestErasure(
          request,
          own.state,
          { erasedAt: erased.state, holds: holds.state, member: member.state },
          isHeldBy,
        );
        return isRefusal(decision)
          ? decision
          : {
              records: decision.map((event) => ({ stream: own.stream, event })),
              readDependencies: [erased.stream, holds.stream, member.stream],
            };
      },
    });
  },
});
