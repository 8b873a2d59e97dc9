import { statusOf, textOf, type ErrorClass } from '@plimsoll/contracts/errors';
import { refuse, type Refusal } from '../commands/decision.ts';

/** What is wrong with a field of a request, and the words beside it (the catalogue's, unless others say it better). */
export interface Fault {
  readonly field: string;
  readonly className: ErrorClass;
  readonly message?: string;
}

/**
 * Refuses with all faults at once. The answer's class is the first fault's; a fault that is called "not found"
 * is one of the request as a whole (MalformedEventField, 400), since it is not the address that was not found.
 */
export function refuseFaults(faults: readonly [Fault, ...Fault[]] | readonly Fault[]): Refusal {
  const first = faults[0]!.className;
  return refuse(statusOf(first) === 400 ? first : 'MalformedEventField', {
    fieldErrors: faults.map(({ field, className, message }) => ({ field, className, message: message ?? textOf(className) })),
  });
}
