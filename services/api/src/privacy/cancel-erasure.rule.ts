import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { erasureCancelled } from '@plimsoll/contracts/privacy/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { statusIn, type ErasureRequests } from './erasures-of.ts';

/**
 * Cancels a pending erasure; a cancelled one writes nothing. Refuses: RecordNotFound, EventStateConflict if it has
 * begun.
 */
export function cancelErasure(
  erasureGuid: string,
  requests: ErasureRequests,
  erasedAt: number,
): Decision<EventOf<typeof erasureCancelled>> {
  const known = requests.get(erasureGuid);
  if (!known) return refuse('RecordNotFound');
  const status = statusIn(known, { state: erasedAt });
  if (status === 'CANCELLED') return [];
  return status === 'PENDING'
    ? [{ type: 'ErasureCancelled', data: { erasureGuid } }]
    : refuse('EventStateConflict', { facts: { state: status, allowedCommands: [] } });
}
