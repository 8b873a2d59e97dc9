import { statusOf, textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { refuse, type Refusal } from '../commands/decision.ts';

/** What is wrong with a field of a request, and the words beside it (the catalogue's, unless others say it better). */
export interface Error {
  readonly field: string;
  readonly className: ErrorClass;
  readonly message?: string;
}

/** Whether a fault is one of the request (400), and not that what it names is not there, which has a class of its own (404) and is told last. */
export const isMalformed = ({ className }: Error): boolean => statusOf(className) === 400;

/** Refuses with all faults at once. The answer's class is the first one's that is malformed; the first one's where nothing is, and something is not there. */
export function rejectFields(errors: readonly [Error, ...Error[]] | readonly Error[]): Refusal {
  return refuse((errors.find(isMalformed) ?? errors[0]!).className, {
    fieldErrors: errors.map(({ field, className, message }) => ({
      field,
      className,
      message: message ?? textOf(className),
    })),
  });
}
