import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { NewEvent } from '@plimsoll/event-store/port/event-store';
import { isRefusal, refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { Decided, Reservation } from '../commands/execute.ts';
import type { LoadedState } from '../commands/decider.ts';

/** A worksite or a reporting group as its own log tells it. What was archived or removed does not change any more. */
export type Unit<Active extends { readonly name: string }> =
  | { readonly state: 'NONE' | 'ARCHIVED' | 'REMOVED' }
  | ({ readonly state: 'ACTIVE' } & Active);

/** What becomes of names: those that are taken, and those that become free; with these, up to where it was counted that nothing hangs on the unit. */
type Names = Pick<Decided, 'reservations' | 'releases' | 'noReferencesAfter'>;

/** What is decided about a unit that is in use; of any other, and of none, the answer is that it is not there. */
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

/** What a new name reserves and gives back; nothing where it differs from the one before in its case alone, or not at all. */
export function renaming(before: string, after: string | undefined, reserve: (name: string) => Reservation): Names {
  const [held, wanted] = [reserve(before), reserve(after ?? before)];
  return wanted.key === held.key ? {} : { reservations: [wanted], releases: [held.key] };
}
