import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { accessLogSealed } from '@plimsoll/contracts/audit/seal-events';
import type { Decision } from '../commands/decision.ts';

export type Sealed = EventOf<typeof accessLogSealed>;

/** Records the digest of a day of the access log; a sealed day writes nothing. */
export const sealAccessLog = (day: Sealed['data'], sealedUntil: string): Decision<Sealed> =>
  day.day <= sealedUntil ? [] : [{ type: 'AccessLogSealed', data: day }];
