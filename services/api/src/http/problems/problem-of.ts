import { statusOf, textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { FieldError, Problem } from '@plimsoll/contracts/errors/problem';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { isExecuted, type Executed, type Outcome } from '../../commands/execute.ts';
import { MAX_ERRORS } from '../../commands/take-errors.ts';

/** Content type of a problem (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Headers of an answer while the database is unavailable. */
export const RETRY_AFTER = { 'retry-after': '2' };

/** Exception with which the edge aborts a request; it becomes a problem. Deciders return refusals as values instead. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly refusal: Refusal,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(refusal.refused);
  }
}

/** Aborts a request with an error class of the catalogue. */
export function throwRefusal(
  className: ErrorClass,
  more: Omit<Refusal, 'refused'> = {},
  headers: Readonly<Record<string, string>> = {},
): never {
  throw new Refused(refuse(className, more), headers);
}

/** Result of an executed command. Aborts the request with the refusal of one that was refused. */
export function demandExecuted(outcome: Outcome): Executed {
  if (!isExecuted(outcome)) throw new Refused(outcome);
  return outcome;
}

/** Ends a request whose fields are wrong: the class of the only one, else MalformedRequest. */
export function throwMalformed(fieldErrors: readonly FieldError[]): never {
  const only = new Set(fieldErrors.map((error) => error.className));
  throwRefusal(only.size === 1 ? ([...only][0] as ErrorClass) : 'MalformedRequest', { fieldErrors });
}

/** The first hundred errors, and if there are more an entry that says so. */
const listed = (errors: readonly FieldError[]): FieldError[] =>
  errors.length > MAX_ERRORS
    ? [
        ...errors.slice(0, MAX_ERRORS),
        fieldError('', 'MalformedRequest', `Only the first ${MAX_ERRORS} faults are listed`),
      ]
    : [...errors];

/** Words of a class that are written in capitals. */
const ACRONYMS: ReadonlySet<string> = new Set(['Api', 'Jwt', 'Sso']);

/** A class as a phrase: 'Not a member'. */
const titleOf = (className: ErrorClass): string =>
  (className.match(/[A-Z][a-z]*/g) ?? [className])
    .map((word, place) => (ACRONYMS.has(word) ? word.toUpperCase() : place === 0 ? word : word.toLowerCase()))
    .join(' ');

/** Body of a refusal (RFC 9457). */
export function problemOf({ refused, fieldErrors = [], facts = {} }: Refusal, requestId: string): Problem {
  return {
    ...facts,
    type: `urn:plimsoll:error:${refused}`,
    title: titleOf(refused),
    status: statusOf(refused),
    className: refused,
    // Its text is about JSON; another body says in its field what to send instead.
    detail: (refused === 'UnsupportedMediaType' ? fieldErrors[0]?.message : undefined) ?? textOf(refused),
    fieldErrors: listed(fieldErrors),
    requestId,
  };
}
