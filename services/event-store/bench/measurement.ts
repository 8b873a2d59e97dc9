import { once } from 'node:events';

/** One round of a bench: subject, peer and their ratio. */
export interface Round {
  readonly subject: number;
  readonly peer: number;
  readonly ratio: number;
}

/** The result of a bench: its subject measured against a peer in alternating rounds. */
export interface Measurement {
  readonly id: string;
  /** Median of the rounds. */
  readonly ratio: number;
  readonly subject: string;
  readonly peer: string;
  readonly rounds: readonly Round[];
}

/** Builds a round from the two measured values. */
export const roundOf = (subject: number, peer: number): Round => ({ subject, peer, ratio: subject / peer });

/** The median; of an even number of values the higher middle one. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

/** Returns the median of the rounds' ratios. */
export const medianRatio = (rounds: readonly Round[]): number => median(rounds.map(({ ratio }) => ratio));

let isInTurns = false;

/** From now on each round waits until the parent process signals its turn. */
export const takeTurns = (): void => void (isInTurns = true);

/** Waits before each round: resolves at once or, when alternating with another build, when the round may start. */
export async function ownTurn(): Promise<void> {
  if (!isInTurns) return;
  const turn = once(process, 'message');
  process.send!('ready');
  await turn;
}
