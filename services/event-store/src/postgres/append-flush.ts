import {
  APPEND,
  reserve,
  decodeAnswers,
  encodeBatch,
  OPEN_TENANTS,
  type BatchAnswer,
  type PreparedAppend,
} from './append-batch.ts';
import { sqlState, type ReconnectingClient } from '@plimsoll/postgres/steady-connection';

/** An append that waits for its answer. */
export interface Job {
  readonly append: PreparedAppend;
  resolve(answer: BatchAnswer): void;
  reject(error: unknown): void;
}

const MAX_APPENDS = 256;
const MAX_RECORDS = 1_024;

/** Session settings that appending depends on, whatever the server or role defaults are. */
export const APPEND_SESSION = {
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
};

/**
 * Whether one append's data caused the error (class 22, 23, P0). The rest of the batch is then sent again without it.
 */
export const isDataError = (error: unknown): boolean => /^(22|23|P0)/.test(sqlState(error));

/**
 * Splits waiting appends into the next batch, sorted by tenant, and the rest. An append that conflicts with an earlier
 * one waits, and so do those that conflict with it: the order is preserved.
 */
export function nextBatch(waiting: readonly Job[]): { batch: Job[]; rest: Job[] } {
  const batch: Job[] = [];
  const rest: Job[] = [];
  const reserved = new Map<string, boolean>();
  let records = 0;
  for (const job of waiting) {
    if (reserve(job.append.claims, reserved) && batch.length < MAX_APPENDS && records < MAX_RECORDS) {
      batch.push(job);
      records += job.append.records.length;
    } else {
      rest.push(job);
    }
  }
  batch.sort((one, other) =>
    one.append.tenant < other.append.tenant ? -1 : one.append.tenant > other.append.tenant ? 1 : 0,
  );
  return { batch, rest };
}

/** The result of an append: `failed` if only its own part of the batch was not executed. */
type Outcome = BatchAnswer | { readonly status: 'failed'; readonly error: unknown };

const LOCK_NOT_AVAILABLE = '55P03';
const STATEMENT_CANCELLED = '57014';

/** Whether another transaction was in the way; nothing was written then. */
export const wasBlocked = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, STATEMENT_CANCELLED].includes(sqlState(error));

/** Whether a head was locked, which `wait: false` would have skipped. */
export const isLocked = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE;

/**
 * Sends a batch in one round trip. Tenants without a head get one, and their appends are sent again.
 * @param wait false answers `busy` where another transaction holds the head.
 */
export async function sendBatch(
  connection: Pick<ReconnectingClient, 'run'>,
  batch: readonly Job[],
  wait: boolean,
): Promise<Outcome[]> {
  const appends = batch.map((job) => job.append);
  const rows = await connection.run(APPEND, encodeBatch(appends, wait));
  const answers = decodeAnswers(rows[0]![0]!, appends);
  const withoutHead = batch.filter((_, index) => answers[index]!.status === 'noTenant');
  if (withoutHead.length === 0) return answers;
  try {
    await connection.run(OPEN_TENANTS, [`{${[...new Set(withoutHead.map((job) => job.append.tenant))].join(',')}}`]);
    const later = await sendBatch(connection, withoutHead, wait);
    return answers.map((answer) => (answer.status === 'noTenant' ? later.shift()! : answer));
  } catch (error) {
    // The others have their answers; only these failed.
    return answers.map((answer) => (answer.status === 'noTenant' ? { status: 'failed', error } : answer));
  }
}

/** Delivers the answers. Appends that another transaction blocked are retried elsewhere. */
export function settle(
  batch: readonly Job[],
  answers: readonly Outcome[],
  committed: () => void,
  retryElsewhere: (job: Job, error?: unknown) => void,
): void {
  let wrote = false;
  batch.forEach((job, index) => {
    const answer = answers[index]!;
    if (answer.status === 'busy') retryElsewhere(job);
    else if (answer.status !== 'failed') job.resolve(answer);
    else if (wasBlocked(answer.error)) retryElsewhere(job, answer.error);
    else job.reject(answer.error);
    wrote ||= answer.status === 'written';
  });
  if (wrote) committed();
}

/** Rejects every append of a batch with the same error. */
export const rejectAll = (batch: readonly Job[], error: unknown): void => batch.forEach((job) => job.reject(error));
