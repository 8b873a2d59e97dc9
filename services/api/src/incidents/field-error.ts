import { statusOf, textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { refuse, type Refusal } from '../commands/decision.ts';

/** An error of one field; the message defaults to the error class's. */
export interface Error {
  readonly field: string;
  readonly className: ErrorClass;
  readonly message?: string;
}

/**
 * Whether an error is a malformed value (400), as opposed to a reference that does not exist (404), which is reported
 * last.
 */
export const isMalformed = ({ className }: Error): boolean => statusOf(className) === 400;

/** Refuses with all errors. The answer's class is that of the first malformed field, else of the first error. */
export function rejectFields(errors: readonly [Error, ...Error[]] | readonly Error[]): Refusal {
  return refuse((errors.find(isMalformed) ?? errors[0]!).className, {
    fieldErrors: errors.map(({ field, className, message }) => ({
      field,
      className,
      message: message ?? textOf(className),
    })),
  });
}
