import { erasureEvent } from '@plimsoll/contracts/privacy/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { statusIn, type ErasureRequests } from './erasures-of.ts';
import { inForce, type IsHeldBy } from './legal-holds.ts';
import type { SubjectFacts, NewErasure } from './request-erasure.rule.ts';

/**
 * Begins an erasure, which cannot be undone from here on. Refuses: EventStateConflict if it is not due or was
 * cancelled, StillMember, LegalHoldPrevents.
 */
export function beginErasure(
  request: NewErasure,
  requests: ErasureRequests,
  { erasedAt, holds, member }: SubjectFacts,
  isHeldBy: IsHeldBy,
  now: Date,
): Decision<ReturnType<typeof erasureEvent>> {
  const known = requests.get(request.erasureGuid);
  if (!known || statusIn(known, { state: erasedAt }) !== 'PENDING' || known.request.dueAt > now.toISOString())
    return refuse('EventStateConflict');
  if (request.kind === 'MEMBER' && member.state === 'MEMBER') return refuse('StillMember');
  return inForce(holds).some(isHeldBy) ? refuse('LegalHoldPrevents') : [erasureEvent(request)];
}
