import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { erasureRequested } from '@plimsoll/contracts/privacy/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { MemberState } from '../members/member.ts';
import { statusIn, type ErasureRequests } from './erasures-of.ts';
import { inForce, type IsHeldBy, type LegalHolds } from './legal-holds.ts';

export type NewErasure = EventOf<typeof erasureRequested>['data'];

/** Facts about the subject from other streams. */
export interface SubjectFacts {
  readonly erasedAt: number;
  readonly holds: LegalHolds;
  readonly member: MemberState;
}

/**
 * Requests an erasure. No effect if one is pending, running or done, except for an incident's text, which may have been
 * written since. Refuses: StillMember, LegalHoldPrevents.
 */
export function requestErasure(
  request: NewErasure,
  requests: ErasureRequests,
  { erasedAt, holds, member }: SubjectFacts,
  isHeldBy: IsHeldBy,
): Decision<EventOf<typeof erasureRequested>> {
  const last = [...requests.values()].at(-1);
  const status = last && statusIn(last, { state: erasedAt });
  if (status === 'PENDING' || status === 'ERASING' || (status === 'DONE' && request.kind !== 'INCIDENT_TEXT'))
    return [];
  if (request.kind === 'MEMBER' && member.state === 'MEMBER') return refuse('StillMember');
  if (inForce(holds).some(isHeldBy)) return refuse('LegalHoldPrevents');
  return [{ type: 'ErasureRequested', data: request }];
}
