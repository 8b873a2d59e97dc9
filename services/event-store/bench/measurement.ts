import { once } from 'node:events';

export interface Round {
  readonly subject: number;
  readonly peer: number;
  readonly ratio: number;
}

/** What a bench finds: its subject measured against a peer, the two taking turns in one run. */
export interface Measurement {
  readonly id: string;
  /** Median of the rounds. */
  readonly ratio: number;
  readonly subject: string;
  readonly peer: string;
  readonly rounds: readonly Round[];
}

export const roundOf = (subject: number, peer: number): Round => ({ subject, peer, ratio: subject / peer });

/** The middle one; the higher of the two when there is none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

export const medianRatio = (rounds: readonly Round[]): number => median(rounds.map(({ ratio }) => ratio));

let isInTurns = false;

/** From now on each round waits until whoever started this process says that it is its turn. */
export const takeTurns = (): void => void (isInTurns = true);

/** Asked before each round: resolves at once, or, in turns with another build, when the round may begin. */
export async function ownTurn(): Promise<void> {
  if (!isInTurns) return;
  const told = once(process, 'message');
  process.send!('ready');
  await told;
}
