import type { Position } from '../port/event-store.ts';
import type { ChainedEvent } from './hash-chain.ts';

/** A row of the log with all its columns. */
export interface LogRow extends ChainedEvent {
  readonly hash: string;
  /** On a command's first event only. */
  readonly commandId: string | null;
  /** Number of events that the command wrote. */
  readonly size: number;
  /** Keyed hash of the command's request, in hex; on its first event only. */
  readonly fingerprint: string | null;
}

/** A page of the log with the tenant's head in the same snapshot. */
export interface LogPage {
  readonly rows: readonly LogRow[];
  /** The hash is null if the tenant has no head. */
  readonly head: {
    readonly position: Position;
    readonly series: Readonly<Record<string, number>>;
    readonly hash: string | null;
  };
}
