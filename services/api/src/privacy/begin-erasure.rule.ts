import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { personErased } from '@plimsoll/contracts/privacy/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { statusIn, type ErasureRequests } from './erasures-of.ts';
import type { IsHeld } from './held-incidents.ts';
import type { SubjectFacts, NewErasure } from './request-erasure.rule.ts';

/**
 * Begins an erasure, which cannot be undone from here on. Refuses: EventStateConflict if it is not due or was
 * cancelled, StillMember, LegalHoldPrevents.
 */
export function beginErasure(
  { erasureGuid, kind, guid, incidentGuid }: NewErasure,
  requests: ErasureRequests,
  { erasedAt, holds, member }: SubjectFacts,
  isHeld: IsHeld,
  now: Date,
): Decision<EventOf<typeof personErased>> {
  const known = requests.get(erasureGuid);
  if (!known || statusIn(known, { state: erasedAt }) !== 'PENDING' || known.request.dueAt > now.toISOString())
    return refuse('EventStateConflict');
  if (kind === 'MEMBER' && member.state === 'MEMBER') return refuse('StillMember');
  return isHeld(holds) ? refuse('LegalHoldPrevents') : [{ type: 'PersonErased', data: { kind, guid, incidentGuid } }];
}
