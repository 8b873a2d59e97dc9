import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { ApiProblem } from './problem.ts';

/** A refusal with words of our own, beside a field or beside none. */
export const refusalWith = (message: string, field = ''): ApiProblem =>
  new ApiProblem(400, {
    className: 'MalformedRequest',
    fieldErrors: [{ field, className: 'MalformedRequest', message }],
  });

/** For a promise that is rejected: what is refused by this class stands beside the one field that it can mean. */
export const beside =
  (className: ErrorClass, field: string) =>
  (error: unknown): never => {
    throw error instanceof ApiProblem && error.className === className ? refusalWith(error.message, field) : error;
  };
