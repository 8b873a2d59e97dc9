import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { auditorGranted } from '@plimsoll/contracts/auditors/grant-events';
import { MAX_GRANT_DAYS } from '@plimsoll/contracts/auditors/grants';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type { AuditorGrantState } from './auditor-grant.ts';

export type Granted = EventOf<typeof auditorGranted>;
const DAY_MS = 86_400_000;

/**
 * Grants an external auditor read access. Refuses: DuplicateGuid, MalformedDate (an end in the past or too far ahead,
 * or days in the wrong order).
 */
export function grantAuditor(grant: Granted['data'], { state }: AuditorGrantState, now: Date): Decision<Granted> {
  if (state !== 'NONE') return refuse('DuplicateGuid');
  if (grant.to < grant.from)
    return refuse('MalformedDate', {
      fieldErrors: [fieldError('to', 'MalformedDate', 'Must not be before the first day')],
    });
  const lasts = Date.parse(grant.expiresAt) - now.getTime();
  if (lasts <= 0 || lasts > MAX_GRANT_DAYS * DAY_MS)
    return refuse('MalformedDate', {
      fieldErrors: [fieldError('expiresAt', 'MalformedDate', `Must be within ${MAX_GRANT_DAYS} days from now`)],
    });
  return [{ type: 'AuditorGranted', data: grant }];
}
