import type { SetLoadLinesRequest } from '@plimsoll/contracts/metrics/http';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import * as streams from '@plimsoll/contracts/metrics/streams';
import { decider } from '../commands/decider.ts';
import { NONE, setLoadLines, loadLinesStream } from './set-load-lines.rule.ts';

export const loadLinesDecider = decider({
  stream: streams.loadLinesStream,
  initial: NONE,
  evolve: (_, { data }): typeof NONE => data,
  guid: (tenant: string, year: number) => loadLinesStream(tenant, year).guid,
});

export const SetLoadLines = defineCommand({
  name: 'SetLoadLines',
  useCase: ({ tenant, actor }, year: number, input: SetLoadLinesRequest, today: string) =>
    singleStream({
      own: loadLinesDecider.of(tenant, year),
      decide: (before) => setLoadLines({ year, setByGuid: actor.userGuid, today }, input, before),
    }),
});
