import {
  errorCatalogue,
  NETWORK_FAILURE,
  OFFLINE_FAILURE,
  textOf,
  type ErrorClass,
} from '@plimsoll/contracts/errors/errors';
import { isOnline } from '../../ui/layout/useOnline.ts';
import type { FieldError, Problem } from '@plimsoll/contracts/errors/problem';

/** An error response, or the lack of any response. Its message is the text that users see. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  /** Error class of the catalogue; 'NetworkFailure' when the server was not reached. */
  readonly className: string;
  readonly fieldErrors: readonly FieldError[];
  readonly requestId: string | null;
  readonly currentRevision: number | null;
  readonly state: string | null;
  readonly allowedCommands: readonly string[];
  /** Who has the alarm that was to be answered; null if nobody has it. */
  readonly heldBy: NonNullable<Problem['heldBy']> | null;
  /** Remaining tries for a second factor; 0 if the sign-in has to be restarted. */
  readonly triesLeft: number | null;
  /** The correct address of the product, when this page was opened at another one. */
  readonly address: string | null;
  /** Where the members of an organization sign in that allows no passwords. */
  readonly signInUrl: string | null;
  /** The check that a provider's answer failed, when an admin tries single sign-on. */
  readonly failedCheck: Problem['failedCheck'] | null;
  /** Why a card was declined, from the provider's list. */
  readonly declineCode: string | null;
  /** What a plan costs now, if the price has changed. */
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
    this.heldBy = body?.heldBy ?? null;
    this.triesLeft = body?.triesLeft ?? null;
    this.address = body?.address ?? null;
    this.signInUrl = body?.signInUrl ?? null;
    this.failedCheck = body?.failedCheck ?? null;
    this.declineCode = body?.declineCode ?? null;
    this.newQuote = body?.newQuote ?? null;
  }
}

/**
 * The catalogue's text; an unknown class and every 5xx become the general server error (specification 1, section 8).
 * Without a network nothing went wrong: the text says what to wait for.
 */
function textFor(status: number, className: string): string {
  if (status === 0) return isOnline() ? NETWORK_FAILURE : OFFLINE_FAILURE;
  return className in errorCatalogue && status < 500 ? textOf(className as ErrorClass) : textOf('InternalServerError');
}

/** Reads an error response. An unreadable body yields the general error of its status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiProblem(response.status, body && typeof body === 'object' ? body : null);
}

/** The text of any error, for an alert or a summary. */
export function errorText(error: unknown): string {
  return error instanceof ApiProblem ? error.message : textOf('InternalServerError');
}

/** The form errors of a problem: each next to its field, or the problem itself if it names no field. */
export function formErrors(error: unknown): { field: string | null; message: string }[] {
  if (error instanceof ApiProblem && error.fieldErrors.length > 0) {
    return error.fieldErrors.map(({ field, message }) => ({ field: field || null, message }));
  }
  return [{ field: null, message: errorText(error) }];
}
