import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { FieldError } from '@plimsoll/contracts/errors/problem';

/** An error of one field; its message is the error class's by default. */
export const fieldError = (field: string, className: ErrorClass, message: string = textOf(className)): FieldError => ({
  field,
  className,
  message,
});
