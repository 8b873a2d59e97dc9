import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { checkpointSigned } from '@plimsoll/contracts/audit/seal-events';
import type { Decision } from '../commands/decision.ts';

export type Signed = EventOf<typeof checkpointSigned>;

/** Records that the log was signed; a position that was recorded already writes nothing. */
export const recordCheckpoint = (checkpoint: Signed['data'], recordedUntil: number): Decision<Signed> =>
  checkpoint.position <= recordedUntil ? [] : [{ type: 'CheckpointSigned', data: checkpoint }];
