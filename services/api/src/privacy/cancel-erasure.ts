import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { erasureCancelled } from '@plimsoll/contracts/privacy/events';
import { isRefusal, refuse, type Decision } from '../commands/decision.ts';
import type { UseCase } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { erasureDecider, erasureRequestDecider, statusIn, type AskedErasures } from './erasures-of.ts';

/** Cancels an erasure before it begins; again writes nothing. Refuses: RecordNotFound, EventStateConflict once it has begun. */
export function cancelErasure(
  erasureGuid: string,
  asked: AskedErasures,
  erasedAt: number,
): Decision<EventOf<typeof erasureCancelled>> {
  const known = asked.get(erasureGuid);
  if (!known) return refuse('RecordNotFound');
  const status = statusIn(known, { state: erasedAt });
  if (status === 'CANCELLED') return [];
  return status === 'PENDING'
    ? [{ type: 'ErasureCancelled', data: { erasureGuid } }]
    : refuse('EventStateConflict', { facts: { state: status, allowedCommands: [] } });
}

export const CancelErasure = defineCommand({
  name: 'CancelErasure',
  useCase: (_, subjectGuid: string, erasureGuid: string): UseCase<AskedErasures, [number]> => ({
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
