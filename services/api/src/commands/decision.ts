import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { FieldError } from '@plimsoll/contracts/errors/problem';

/** A command that is refused, with its error class. A refusal is a value; an exception is a bug. */
export interface Refusal {
  readonly refused: ErrorClass;
  readonly fieldErrors?: readonly FieldError[];
  /** Additional fields of the answer, such as the state and the commands that it allows. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Result of deciding: the events to write (none when nothing changes), or a refusal. */
export type Decision<Event> = readonly Event[] | Refusal;

export const refuse = (refused: ErrorClass, more: Omit<Refusal, 'refused'> = {}): Refusal => ({ refused, ...more });

export const isRefusal = (decision: Decision<unknown>): decision is Refusal => 'refused' in decision;
