import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { ApiProblem } from './problem.ts';

/** A refusal with the console's own text, next to a field or to none. */
export const refusalWith = (message: string, field = ''): ApiProblem =>
  new ApiProblem(400, {
    className: 'MalformedRequest',
    fieldErrors: [{ field, className: 'MalformedRequest', message }],
  });

/** For a rejected promise: shows a refusal of this class next to the one field that it can be about. */
export const refuseAtField =
  (className: ErrorClass, field: string) =>
  (error: unknown): never => {
    throw error instanceof ApiProblem && error.className === className ? refusalWith(error.message, field) : error;
  };
