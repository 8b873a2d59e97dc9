import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { checkpointSigned } from '@plimsoll/contracts/audit/seal-events';
import type { Decision } from '../commands/decision.ts';

export type Signed = EventOf<typeof checkpointSigned>;

/** Writes down that the log was signed; a position that was told of already is not told of again. */
export const recordCheckpoint = (checkpoint: Signed['data'], toldUntil: number): Decision<Signed> =>
  checkpoint.position <= toldUntil ? [] : [{ type: 'CheckpointSigned', data: checkpoint }];
