import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { accessLogSealed } from '@plimsoll/contracts/audit/seal-events';
import type { Decision } from '../commands/decision.ts';

export type Sealed = EventOf<typeof accessLogSealed>;

/** Writes down what a day of the access log comes to; a day that is sealed stays as it was. */
export const sealAccessLog = (day: Sealed['data'], sealedUntil: string): Decision<Sealed> =>
  day.day <= sealedUntil ? [] : [{ type: 'AccessLogSealed', data: day }];
