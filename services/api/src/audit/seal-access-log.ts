import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { accessLogSealed } from '@plimsoll/contracts/audit/seal-events';
import type { Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { accessLogStream } from './access-days.ts';
import * as streams from '@plimsoll/contracts/audit/streams';
import { decider } from '../commands/decider.ts';

type Sealed = EventOf<typeof accessLogSealed>;

/** Writes down what a day of the access log comes to; a day that is sealed stays as it was. */
export const sealAccessLog = (day: Sealed['data'], sealedUntil: string): Decision<Sealed> =>
  day.day <= sealedUntil ? [] : [{ type: 'AccessLogSealed', data: day }];

export const accessLogDecider = decider({
  stream: streams.accessLogStream,
  initial: '',
  evolve: (_, { data }): string => data.day,
  guid: (tenant: string) => accessLogStream(tenant).guid,
});

export const SealAccessLog = defineCommand({
  name: 'SealAccessLog',
  useCase: ({ tenant }, day: Sealed['data']) =>
    singleStream({
      own: accessLogDecider.of(tenant),
      decide: (sealedUntil) => sealAccessLog(day, sealedUntil),
    }),
});
