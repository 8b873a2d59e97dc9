import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { FieldError } from '@plimsoll/contracts/errors/problem';

/** A command that is not carried out, with a class of the catalogue. It is a value; an exception is a bug. */
export interface Refusal {
  readonly refused: ErrorClass;
  readonly fieldErrors?: readonly FieldError[];
  /** More that the answer says, such as the state and what may be done in it. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** What deciding gives: the events to write (none when the command changes nothing), or a refusal. */
export type Decision<Event> = readonly Event[] | Refusal;

export const refuse = (refused: ErrorClass, more: Omit<Refusal, 'refused'> = {}): Refusal => ({ refused, ...more });

export const isRefusal = (decision: Decision<unknown>): decision is Refusal => 'refused' in decision;
