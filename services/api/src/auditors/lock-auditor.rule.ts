import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { auditorLocked } from '@plimsoll/contracts/auditors/grant-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { hasExpired, type AuditorGrantState } from './auditor-grant.ts';

/** Locks a grant after too many wrong passcodes; no effect on a locked or ended one. Refuses: RecordNotFound. */
export function lockAuditor(grant: AuditorGrantState, now: Date): Decision<EventOf<typeof auditorLocked>> {
  if (grant.state === 'NONE') return refuse('RecordNotFound');
  return grant.state !== 'ACTIVE' || hasExpired(grant, now) ? [] : [{ type: 'AuditorLocked', data: {} }];
}
