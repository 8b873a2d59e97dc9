import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { checkpointStream } from '@plimsoll/contracts/audit/streams';
import { decider } from '../commands/decider.ts';
import { type Signed, recordCheckpoint } from './record-checkpoint.rule.ts';

const checkpointDecider = decider({
  stream: checkpointStream,
  initial: 0,
  evolve: (_, { data }): number => data.position,
  guid: (tenant: string) => nameBasedGuid('checkpoint', tenant),
});

export const RecordCheckpoint = defineCommand({
  name: 'RecordCheckpoint',
  useCase: ({ tenant }, checkpoint: Signed['data']) =>
    singleStream({
      own: checkpointDecider.of(tenant),
      decide: (recordedUntil) => recordCheckpoint(checkpoint, recordedUntil),
    }),
});
