import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { accessLogStream } from './access-days.ts';
import * as streams from '@plimsoll/contracts/audit/streams';
import { decider } from '../commands/decider.ts';
import { type Sealed, sealAccessLog } from './seal-access-log.rule.ts';

const accessLogDecider = decider({
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
