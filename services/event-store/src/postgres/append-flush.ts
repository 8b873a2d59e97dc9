import {
  APPEND,
  reserve,
  decodeAnswers,
  encodeBatch,
  OPEN_TENANTS,
  type BatchAnswer,
  type PreparedAppend,
} from './append-batch.ts';
import { sqlState, type SteadyConnection } from '@plimsoll/postgres/steady-connection';

/** An append that waits for its answer. */
export interface Job {
  readonly append: PreparedAppend;
  resolve(answer: BatchAnswer): void;
  reject(error: unknown): void;
}

const MAX_APPENDS = 256;
const MAX_RECORDS = 1_024;

/** What every connection that appends relies on, whatever the defaults of the server or the role are. */
export const APPEND_SESSION = {
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
};

/** Faults of one append's data (class 22, 23, P0): its neighbours in the batch are sent again without it. */
export const isDataError = (error: unknown): boolean => /^(22|23|P0)/.test(sqlState(error));

/**
 * Parts what waits into the next batch, sorted by tenant, and the rest. What clashes with something before it waits,
 * and so does what clashes with that: nobody is overtaken.
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

/** What became of an append: `failed` when only its own part of the batch was not carried out. */
type Outcome = BatchAnswer | { readonly status: 'failed'; readonly error: unknown };

const LOCK_NOT_AVAILABLE = '55P03';
const STATEMENT_CANCELLED = '57014';

/** Whether somebody else was in the way; nothing was written then. */
export const wasBlocked = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, STATEMENT_CANCELLED].includes(sqlState(error));

/** Whether a head was held, which `wait: false` would have gone around. */
export const isLocked = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE;

/**
 * Sends a batch in one round trip. A tenant without a head is given one, and its appends are sent again.
 * @param wait false answers `busy` where somebody else holds the head.
 */
export async function sendBatch(
  connection: Pick<SteadyConnection, 'run'>,
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
    // The others have their answers; only these have none.
    return answers.map((answer) => (answer.status === 'noTenant' ? { status: 'failed', error } : answer));
  }
}

/** Hands out the answers, one to each; those that somebody else was in the way of go on elsewhere. */
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

export const rejectAll = (batch: readonly Job[], error: unknown): void => batch.forEach((job) => job.reject(error));
