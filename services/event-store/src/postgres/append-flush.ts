import {
  APPEND,
  claim,
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
  reject(fault: unknown): void;
}

const MOST_APPENDS = 256;
const MOST_RECORDS = 1_024;

/** What every connection that appends relies on, whatever the defaults of the server or the role are. */
export const APPEND_SESSION = {
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
};

/** Faults of one append's data (class 22, 23, P0): its neighbours in the batch are sent again without it. */
export const isDataFault = (fault: unknown): boolean => /^(22|23|P0)/.test(sqlState(fault));

/**
 * Parts what waits into the next batch, sorted by tenant, and the rest. What clashes with something before it waits,
 * and so does what clashes with that: nobody is overtaken.
 */
export function nextBatch(waiting: readonly Job[]): { batch: Job[]; rest: Job[] } {
  const batch: Job[] = [];
  const rest: Job[] = [];
  const claimed = new Map<string, boolean>();
  let records = 0;
  for (const job of waiting) {
    if (claim(job.append.claims, claimed) && batch.length < MOST_APPENDS && records < MOST_RECORDS) {
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
type Outcome = BatchAnswer | { readonly status: 'failed'; readonly fault: unknown };

const LOCK_NOT_AVAILABLE = '55P03';
const STATEMENT_CANCELLED = '57014';

/** Whether somebody else was in the way; nothing was written then. */
export const isHeldUp = (fault: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, STATEMENT_CANCELLED].includes(sqlState(fault));

/** Whether a head was held, which `wait: false` would have gone around. */
export const isLocked = (fault: unknown): boolean => sqlState(fault) === LOCK_NOT_AVAILABLE;

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
  const homeless = batch.filter((_, index) => answers[index]!.status === 'noTenant');
  if (homeless.length === 0) return answers;
  try {
    await connection.run(OPEN_TENANTS, [`{${[...new Set(homeless.map((job) => job.append.tenant))].join(',')}}`]);
    const later = await sendBatch(connection, homeless, wait);
    return answers.map((answer) => (answer.status === 'noTenant' ? later.shift()! : answer));
  } catch (fault) {
    // The others have their answers; only these have none.
    return answers.map((answer) => (answer.status === 'noTenant' ? { status: 'failed', fault } : answer));
  }
}

/** Hands out the answers, one to each; those that somebody else was in the way of go on elsewhere. */
export function settle(
  batch: readonly Job[],
  answers: readonly Outcome[],
  committed: () => void,
  goOn: (job: Job, fault?: unknown) => void,
): void {
  let wrote = false;
  batch.forEach((job, index) => {
    const answer = answers[index]!;
    if (answer.status === 'busy') goOn(job);
    else if (answer.status !== 'failed') job.resolve(answer);
    else if (isHeldUp(answer.fault)) goOn(job, answer.fault);
    else job.reject(answer.fault);
    wrote ||= answer.status === 'written';
  });
  if (wrote) committed();
}

export const rejectAll = (batch: readonly Job[], fault: unknown): void => batch.forEach((job) => job.reject(fault));
