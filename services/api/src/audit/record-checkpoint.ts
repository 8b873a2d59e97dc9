import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { checkpointSigned } from '@plimsoll/contracts/audit/seal-events';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { checkpointStream } from '@plimsoll/contracts/audit/streams';
import { decider } from '../commands/decider.ts';

type Signed = EventOf<typeof checkpointSigned>;

/** Writes down that the log was signed; a position that was told of already is not told of again. */
export const recordCheckpoint = (checkpoint: Signed['data'], toldUntil: number): Decision<Signed> =>
  checkpoint.position <= toldUntil ? [] : [{ type: 'CheckpointSigned', data: checkpoint }];

export const checkpointDecider = decider({
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
      decide: (toldUntil) => recordCheckpoint(checkpoint, toldUntil),
    }),
});
