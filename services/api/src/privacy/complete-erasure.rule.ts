import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { erasureCompleted } from '@plimsoll/contracts/privacy/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { ErasureRequests } from './erasures-of.ts';

/** Records that an erasure is complete; a completed one writes nothing. Refuses: RecordNotFound. */
export function completeErasure(
  erasureGuid: string,
  requests: ErasureRequests,
): Decision<EventOf<typeof erasureCompleted>> {
  const known = requests.get(erasureGuid);
  if (!known) return refuse('RecordNotFound');
  return known.status === 'PENDING' ? [{ type: 'ErasureCompleted', data: { erasureGuid } }] : [];
}
