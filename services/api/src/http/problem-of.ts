import { statusOf, textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { FieldError, Problem } from '@plimsoll/contracts/errors/problem';
import { refuse, type Refusal } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import { isExecuted, type Executed, type Outcome } from '../commands/execute.ts';
import { MOST_FAULTS } from '../commands/most-faults.ts';

/** How a problem is sent (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Of an answer while the database is away. */
export const RETRY_AFTER = { 'retry-after': '2' };

/** Carries a refusal to the edge, where it becomes a problem. Only the edge throws it; deciding gives refusals as values. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly refusal: Refusal,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(refusal.refused);
  }
}

/** Ends a request with a class of the catalogue. */
export function throwRefusal(
  className: ErrorClass,
  more: Omit<Refusal, 'refused'> = {},
  headers: Readonly<Record<string, string>> = {},
): never {
  throw new Refused(refuse(className, more), headers);
}

/** What a command that was carried out came to. Ends the request with the refusal of one that was not. */
export function demandExecuted(outcome: Outcome): Executed {
  if (!isExecuted(outcome)) throw new Refused(outcome);
  return outcome;
}

/** Ends a request whose fields are wrong: the class of the only one, else MalformedRequest. */
export function throwMalformed(fieldErrors: readonly FieldError[]): never {
  const only = new Set(fieldErrors.map((error) => error.className));
  throwRefusal(only.size === 1 ? ([...only][0] as ErrorClass) : 'MalformedRequest', { fieldErrors });
}

/** The first hundred, and where there are more one entry that says so. */
const told = (faults: readonly FieldError[]): FieldError[] =>
  faults.length > MOST_FAULTS
    ? [
        ...faults.slice(0, MOST_FAULTS),
        fieldError('', 'MalformedRequest', `Only the first ${MOST_FAULTS} faults are listed`),
      ]
    : [...faults];

/** A refusal as the answer's body (RFC 9457). */
export function problemOf({ refused, fieldErrors = [], facts = {} }: Refusal, requestId: string): Problem {
  return {
    ...facts,
    type: `urn:plimsoll:error:${refused}`,
    title: refused.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
    status: statusOf(refused),
    className: refused,
    detail: textOf(refused),
    fieldErrors: told(fieldErrors),
    requestId,
  };
}
