import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { auditorRevoked } from '@plimsoll/contracts/auditors/grant-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { hasExpired, type AuditorGrantState } from './auditor-grant.ts';

/** Revokes a grant, also a locked one; no effect on an ended one. Refuses: RecordNotFound. */
export function revokeAuditor(grant: AuditorGrantState, now: Date): Decision<EventOf<typeof auditorRevoked>> {
  if (grant.state === 'NONE') return refuse('RecordNotFound');
  return grant.state === 'REVOKED' || hasExpired(grant, now) ? [] : [{ type: 'AuditorRevoked', data: {} }];
}
