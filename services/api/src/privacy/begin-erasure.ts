import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { personErased } from '@plimsoll/contracts/privacy/events';
import { isRefusal, refuse, type Decision } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider } from '../members/member.ts';
import { erasedOf, requestsOf, statusIn, subjectNamed, type AskedErasures } from './erasures-of.ts';
import { HeldIncidents, type IsHeld } from './held-incidents.ts';
import { legalHoldDecider } from './legal-holds.ts';
import type { AboutSubject, NewErasure } from './request-erasure.ts';

/** Says that an erasure begins, from where nothing brings it back. Refuses: EventStateConflict of one that is not due or was cancelled, StillMember, LegalHoldPrevents. */
export function beginErasure(
  { erasureGuid, kind, guid, incidentGuid }: NewErasure,
  asked: AskedErasures,
  { erasedAt, holds, member }: AboutSubject,
  isHeld: IsHeld,
  now: Date,
): Decision<EventOf<typeof personErased>> {
  const known = asked.get(erasureGuid);
  if (!known || statusIn(known, { state: erasedAt }) !== 'PENDING' || known.request.dueAt > now.toISOString())
    return refuse('EventStateConflict');
  if (kind === 'MEMBER' && member.state === 'MEMBER') return refuse('StillMember');
  return isHeld(holds) ? refuse('LegalHoldPrevents') : [{ type: 'PersonErased', data: { kind, guid, incidentGuid } }];
}

export const BeginErasure = defineCommand({
  name: 'BeginErasure',
  needs: [HeldIncidents],
  handle: (incidents) => async (store, envelope, request: NewErasure) => {
    const { tenant, receivedAt } = envelope;
    const subject = subjectNamed(request);
    let isHeld: IsHeld;
    return execute(store, envelope, {
      own: erasedOf(tenant, subject),
      others: [requestsOf(tenant, subject), legalHoldDecider.of(tenant), memberDecider.of(tenant, request.guid)],
      prepare: async () => {
        isHeld = await incidents.judgeOf(tenant, subject);
      },
      decide: (own, asked, holds, member) => {
        const decision = beginErasure(
          request,
          asked.state,
          { erasedAt: own.state, holds: holds.state, member: member.state },
          isHeld,
          receivedAt,
        );
        return isRefusal(decision)
          ? decision
          : {
              records: decision.map((event) => ({ stream: own.stream, event })),
              readDependencies: [asked.stream, holds.stream, member.stream],
            };
      },
    });
  },
});
