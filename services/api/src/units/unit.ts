import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { NewEvent } from '@plimsoll/event-store/port/event-store';
import { isRefusal, refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { Decided, Reservation } from '../commands/execute.ts';
import type { LoadedState } from '../commands/decider.ts';

/** State of a worksite or reporting group. An archived or removed one does not change any more. */
export type Unit<Active extends { readonly name: string }> =
  | { readonly state: 'NONE' | 'ARCHIVED' | 'REMOVED' }
  | ({ readonly state: 'ACTIVE' } & Active);

/** Names that a decision reserves and releases, and the position up to which references to the unit were counted. */
type Names = Pick<Decided, 'reservations' | 'releases' | 'noReferencesAfter'>;

/** Runs a decision on an active unit; refuses with `notFound` for any other. */
export function aboutActive<Active extends { readonly name: string }>(
  { stream, state }: LoadedState<Unit<Active>>,
  notFound: ErrorClass,
  decide: (unit: Active) => Decision<NewEvent>,
  names: (unit: Active) => Names,
): Decided | Refusal {
  if (state.state !== 'ACTIVE') return refuse(notFound);
  const decision = decide(state);
  return isRefusal(decision) ? decision : { records: decision.map((event) => ({ stream, event })), ...names(state) };
}

/** Names that a rename reserves and releases; none if they differ at most in case. */
export function renaming(before: string, after: string | undefined, reserve: (name: string) => Reservation): Names {
  const [held, wanted] = [reserve(before), reserve(after ?? before)];
  return wanted.key === held.key ? {} : { reservations: [wanted], releases: [held.key] };
}
