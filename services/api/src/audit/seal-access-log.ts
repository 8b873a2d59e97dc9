import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { accessLogSealed } from '@plimsoll/contracts/audit/seal-events';
import type { Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { accessLogStream } from './access-days.ts';

type Sealed = EventOf<typeof accessLogSealed>;

/** Records the digest of a day of the access log; a day that is sealed already does not change. */
export const sealAccessLog = (day: Sealed['data'], sealedUntil: string): Decision<Sealed> =>
  day.day <= sealedUntil ? [] : [{ type: 'AccessLogSealed', data: day }];

export const SealAccessLog = useCase('SealAccessLog', ({ tenant }, day: Sealed['data']) =>
  ofOneStream({
    stream: accessLogStream(tenant),
    initial: '',
    evolve: (_, { data }) => (data as Sealed['data']).day,
    decide: (sealedUntil) => sealAccessLog(day, sealedUntil),
  }),
);
