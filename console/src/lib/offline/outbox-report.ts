import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { ApiProblem, errorText, formErrors } from '../api/problem.ts';

/** A report that is to be sent, as its form gives it: whole, so that each try sends the same. */
export interface ReportToSend {
  /** The key of the form's instance: under it the report counts once. */
  readonly key: string;
  readonly organizationGuid: string;
  readonly formName: string;
  readonly body: ReportIncidentRequest & { readonly at: string };
  /** Who is asked for a review behind it, and under which key. */
  readonly review: { readonly guid: string; readonly name: string; readonly key: string } | null;
  /** What was typed, for whoever changes it. */
  readonly fields: unknown;
}

/**
 * WAITING until it is tried again, SIGN_IN until its person has signed in. NEEDS_YOU: the server does not take it as it is.
 * ARRIVED_BEFORE: under its key another version is there.
 */
export type Standing = 'WAITING' | 'SIGN_IN' | 'NEEDS_YOU' | 'ARRIVED_BEFORE';

export interface OutboxReport extends ReportToSend {
  readonly savedAt: string;
  readonly standing: Standing;
  /** What the server said against it. */
  readonly words: string | null;
  /** In vain, one after the other. */
  readonly tries: number;
  readonly triedAt: string | null;
  /** When it is tried again by itself. */
  readonly nextAt: string | null;
  /** Whether it has the server's time instead of the device's. */
  readonly isCorrected: boolean;
  /** Where it is; what is left to do then is to ask for its review. */
  readonly arrived: { readonly eventId: string; readonly number: number | null; readonly revision: number } | null;
}

const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 10 * 60_000;

/** A report as it comes into the outbox. */
export const entered = (report: ReportToSend, savedAt: string): OutboxReport => ({
  ...report,
  savedAt,
  standing: 'WAITING',
  words: null,
  tries: 0,
  triedAt: null,
  nextAt: savedAt,
  isCorrected: false,
  arrived: null,
});

/** What becomes of what was sent: it is tried again, once somebody has signed in or by itself; or somebody has to do something about it. */
export function standingAfter(error: unknown): Standing {
  if (!(error instanceof ApiProblem)) return 'WAITING';
  const { status, className } = error;
  if (status === 401 || className === 'SsoSessionRequired') return 'SIGN_IN';
  if (status === 0 || status === 408 || status === 429 || status >= 500) return 'WAITING';
  return className === 'IdempotencyKeyReused' ? 'ARRIVED_BEFORE' : 'NEEDS_YOU';
}

/** How long to wait after so many tries in vain: 5 s, 10 s, 20 s … 10 min. */
export const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), MAX_WAIT_MS);

/** All that the server says against a report, in its words. */
const wordsOf = (error: unknown): string =>
  [...new Set([errorText(error), ...formErrors(error).map(({ message }) => message)])]
    .map((words) => words.replace(/\.*$/, '.'))
    .join(' ');

/** A report that was sent in vain. */
export function afterError(report: OutboxReport, error: unknown, at: Date): OutboxReport {
  const standing = standingAfter(error);
  const tries = report.tries + 1;
  return {
    ...report,
    standing,
    tries,
    triedAt: at.toISOString(),
    nextAt: standing === 'WAITING' ? new Date(at.getTime() + waitAfter(tries)).toISOString() : null,
    words: standing === 'NEEDS_YOU' ? wordsOf(error) : null,
  };
}

/** Whether it goes by itself now. */
export const isDue = ({ standing, nextAt }: OutboxReport, at: Date): boolean =>
  standing === 'WAITING' && (nextAt === null || Date.parse(nextAt) <= at.getTime());

/** The guids of the files that go with it. */
export const filesOf = ({ body }: Pick<ReportToSend, 'body'>): string[] =>
  (body.awaitedAttachments ?? []).map(({ attachmentGuid }) => attachmentGuid);
