import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { ApiProblem, errorText, formErrors } from '../api/problem.ts';

/** What a device knew of the time when a report was made. */
export interface ReportClock {
  /** What the device's clock said, in milliseconds. */
  readonly deviceMs: number;
  /** Whether the server's time was known, so that the report has it already. */
  readonly isChecked: boolean;
  /** The last known time of the server, in milliseconds. */
  readonly knownMs: number | null;
  /** The day that the form proposed; null where a person had to choose it. */
  readonly proposedDate: string | null;
  /** The time zone of the place. */
  readonly timeZone: string;
}

/** A report to send, complete, so that each try sends the same. */
export interface ReportToSend {
  /** Idempotency key of the form's instance: under it the report counts once. */
  readonly key: string;
  readonly organizationGuid: string;
  readonly formName: string;
  readonly body: ReportIncidentRequest & { readonly at: string };
  /** The reviewer to request after the report, with the request's own key. */
  readonly review: { readonly guid: string; readonly name: string; readonly key: string } | null;
  /** The form's values, for editing the report later. */
  readonly fields: unknown;
  /** What the device knew of the time. Reports of earlier versions do not say it. */
  readonly clock?: ReportClock;
}

/**
 * WAITING: it is retried automatically. SIGN_IN: its user has to sign in. NEEDS_YOU: the server refused it as it is.
 * ARRIVED_BEFORE: another version has arrived under its key.
 */
export type ReportStatus = 'WAITING' | 'SIGN_IN' | 'NEEDS_YOU' | 'ARRIVED_BEFORE';

export interface OutboxReport extends ReportToSend {
  readonly savedAt: string;
  readonly standing: ReportStatus;
  /** Why the server refused it. */
  readonly words: string | null;
  /** Failed tries in a row. */
  readonly tries: number;
  readonly triedAt: string | null;
  /** When it is retried automatically. */
  readonly nextAt: string | null;
  /** Whether it has the server's time instead of the device's. */
  readonly isCorrected: boolean;
  /**
   * Whether a request with it has been made, so that it may have arrived: from then on it stays as it is. Reports of
   * earlier versions do not say it.
   */
  readonly isSent?: boolean;
  /** The day that replaced a day which nobody chose. */
  readonly correctedDate?: string;
  /** The created event; only the review is left to request. */
  readonly arrived: { readonly eventId: string; readonly number: number | null; readonly revision: number } | null;
}

const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 10 * 60_000;

/** Initial state of a report in the outbox. */
export const entered = (report: ReportToSend, savedAt: string): OutboxReport => ({
  ...report,
  savedAt,
  standing: 'WAITING',
  words: null,
  tries: 0,
  triedAt: null,
  nextAt: savedAt,
  isCorrected: false,
  isSent: false,
  arrived: null,
});

/** The status of a report after an error: retried automatically or after a sign-in, or left for the user to resolve. */
export function statusAfter(error: unknown): ReportStatus {
  if (!(error instanceof ApiProblem)) return 'WAITING';
  const { status, className } = error;
  if (status === 401 || className === 'SsoSessionRequired') return 'SIGN_IN';
  if (status === 0 || status === 408 || status === 429 || status >= 500) return 'WAITING';
  return className === 'IdempotencyKeyReused' ? 'ARRIVED_BEFORE' : 'NEEDS_YOU';
}

/** Delay before the next try after failed ones, in milliseconds: 5 s, 10 s, 20 s … 10 min. */
export const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), MAX_WAIT_MS);

/** All errors of a refusal, as one text. */
const wordsOf = (error: unknown): string =>
  [...new Set([errorText(error), ...formErrors(error).map(({ message }) => message)])]
    .map((words) => words.replace(/\.*$/, '.'))
    .join(' ');

/** The report after a failed try. */
export function afterError(report: OutboxReport, error: unknown, at: Date): OutboxReport {
  const standing = statusAfter(error);
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

/** Whether it is due to be sent automatically. */
export const isDue = ({ standing, nextAt }: OutboxReport, at: Date): boolean =>
  standing === 'WAITING' && (nextAt === null || Date.parse(nextAt) <= at.getTime());

/** Guids of the files that belong to a report. */
export const filesOf = ({ body }: Pick<ReportToSend, 'body'>): string[] =>
  (body.awaitedAttachments ?? []).map(({ attachmentGuid }) => attachmentGuid);
