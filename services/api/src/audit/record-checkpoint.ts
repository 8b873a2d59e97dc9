import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { checkpointSigned } from '@plimsoll/contracts/audit/seal-events';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';

type Signed = EventOf<typeof checkpointSigned>;

/** Records that the log was signed up to a position; positions up to `toldUntil` are recorded already. */
export const recordCheckpoint = (checkpoint: Signed['data'], toldUntil: number): Decision<Signed> =>
  checkpoint.position <= toldUntil ? [] : [{ type: 'CheckpointSigned', data: checkpoint }];

export const RecordCheckpoint = useCase('RecordCheckpoint', ({ tenant }, checkpoint: Signed['data']) =>
  ofOneStream({
    stream: { kind: 'checkpoint', guid: nameBasedGuid('checkpoint', tenant) },
    initial: 0,
    evolve: (_, { data }) => (data as Signed['data']).position,
    decide: (toldUntil) => recordCheckpoint(checkpoint, toldUntil),
  }),
);
