import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { FieldError } from '@plimsoll/contracts/errors/problem';

/** Error of one field; its message defaults to the error class's. */
export const fieldError = (field: string, className: ErrorClass, message: string = textOf(className)): FieldError => ({
  field,
  className,
  message,
});
