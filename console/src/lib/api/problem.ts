import { errorCatalogue, NETWORK_FAILURE, textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { FieldError, Problem } from '@plimsoll/contracts/errors/problem';

/** What an answer that is not a success says, or that there was no answer. Its message is the text that people see. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** 0 when nothing was reached. */
  readonly status: number;
  /** The catalogue's class; 'NetworkFailure' when nothing was reached. */
  readonly className: string;
  readonly fieldErrors: readonly FieldError[];
  readonly requestId: string | null;
  readonly currentRevision: number | null;
  readonly state: string | null;
  readonly allowedCommands: readonly string[];
  /** How often one may still try to show a second factor; 0 where one has to begin anew. */
  readonly triesLeft: number | null;
  /** Where the product is to be opened, when this page was opened elsewhere. */
  readonly address: string | null;
  /** Where the members of an organization sign in that no password opens. */
  readonly signInUrl: string | null;
  /** Why a card was declined, by the provider's list. */
  readonly declineCode: string | null;
  /** What a plan costs now, where that has changed. */
  readonly newQuote: Problem['newQuote'] | null;

  constructor(status: number, body: Partial<Problem> | null) {
    const className = body?.className ?? (status === 0 ? 'NetworkFailure' : 'InternalServerError');
    super(textFor(status, className));
    this.status = status;
    this.className = className;
    this.fieldErrors = body?.fieldErrors ?? [];
    this.requestId = body?.requestId ?? null;
    this.currentRevision = body?.currentRevision ?? null;
    this.state = body?.state ?? null;
    this.allowedCommands = body?.allowedCommands ?? [];
    this.triesLeft = body?.triesLeft ?? null;
    this.address = body?.address ?? null;
    this.signInUrl = body?.signInUrl ?? null;
    this.declineCode = body?.declineCode ?? null;
    this.newQuote = body?.newQuote ?? null;
  }
}

/** The catalogue's text; an unknown class and every 5xx become the general server error (specification 1, section 8). */
function textFor(status: number, className: string): string {
  if (status === 0) return NETWORK_FAILURE;
  return className in errorCatalogue && status < 500 ? textOf(className as ErrorClass) : textOf('InternalServerError');
}

/** Reads what an answer says, whatever stands in it. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiProblem(response.status, body && typeof body === 'object' ? body : null);
}

/** The text of any fault, for an alert or a summary. */
export function errorText(error: unknown): string {
  return error instanceof ApiProblem ? error.message : textOf('InternalServerError');
}

/** A problem as the faults of a form: each beside its field, or the problem itself when no field is named. */
export function formErrors(error: unknown): { field: string | null; message: string }[] {
  if (error instanceof ApiProblem && error.fieldErrors.length > 0) {
    return error.fieldErrors.map(({ field, message }) => ({ field: field || null, message }));
  }
  return [{ field: null, message: errorText(error) }];
}
