import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { erasureRequested } from '@plimsoll/contracts/privacy/events';
import { isRefusal, refuse, type Decision } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider, type MemberState } from '../members/member.ts';
import { erasedOf, requestsOf, statusIn, subjectNamed, type AskedErasures } from './erasures-of.ts';
import { HeldIncidents, type IsHeld } from './held-incidents.ts';
import { legalHoldDecider, type LegalHolds } from './legal-holds.ts';

export type NewErasure = EventOf<typeof erasureRequested>['data'];

/** What stands beside the requests. */
export interface AboutSubject {
  readonly erasedAt: number;
  readonly holds: LegalHolds;
  readonly member: MemberState;
}

/**
 * Asks for an erasure. One that is asked for, or has gone through, is not asked for twice, but that what was written of an
 * incident since can be erased too. Refuses: StillMember, LegalHoldPrevents.
 */
export function requestErasure(
  request: NewErasure,
  asked: AskedErasures,
  { erasedAt, holds, member }: AboutSubject,
  isHeld: IsHeld,
): Decision<EventOf<typeof erasureRequested>> {
  const last = [...asked.values()].at(-1);
  const status = last && statusIn(last, { state: erasedAt });
  if (status === 'PENDING' || status === 'ERASING' || (status === 'DONE' && request.kind !== 'INCIDENT_TEXT'))
    return [];
  if (request.kind === 'MEMBER' && member.state === 'MEMBER') return refuse('StillMember');
  if (isHeld(holds)) return refuse('LegalHoldPrevents');
  return [{ type: 'ErasureRequested', data: request }];
}

export const RequestErasure = defineCommand({
  name: 'RequestErasure',
  needs: [HeldIncidents],
  handle: (incidents) => async (store, envelope, request: NewErasure) => {
    const { tenant } = envelope;
    const subject = subjectNamed(request);
    let isHeld: IsHeld;
    return execute(store, envelope, {
      own: requestsOf(tenant, subject),
      others: [erasedOf(tenant, subject), legalHoldDecider.of(tenant), memberDecider.of(tenant, request.guid)],
      prepare: async () => {
        isHeld = await incidents.judgeOf(tenant, subject);
      },
      decide: (own, erased, holds, member) => {
        const decision = requestErasure(
          request,
          own.state,
          { erasedAt: erased.state, holds: holds.state, member: member.state },
          isHeld,
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
