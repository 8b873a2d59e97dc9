import { APPEND, claim, decodeAnswers, encodeBatch, OPEN_TENANTS, type BatchAnswer, type PreparedAppend } from './append-batch.ts';
import type { SteadyConnection } from './steady-connection.ts';

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
export const isDataFault = (sqlState: string): boolean => /^(22|23|P0)/.test(sqlState);

/**
 * Parts what waits into the next batch, sorted by tenant, and the rest. What clashes with something before it waits,
 * and so does what clashes with that: nobody is overtaken.
 */
export function nextBatch(waiting: readonly Job[]): { batch: Job[]; rest: Job[] } {
  const batch: Job[] = [];
  const rest: Job[] = [];
  const claimed = new Set<string>();
  let records = 0;
  for (const job of waiting) {
    if (claim(job.append, claimed) && batch.length < MOST_APPENDS && records < MOST_RECORDS) {
      batch.push(job);
      records += job.append.records.length;
    } else {
      rest.push(job);
    }
  }
  batch.sort((one, other) => (one.append.tenant < other.append.tenant ? -1 : one.append.tenant > other.append.tenant ? 1 : 0));
  return { batch, rest };
}

/**
 * Sends a batch in one round trip. A tenant without a head is given one, and its appends are sent again.
 * @param wait false answers `busy` where somebody else holds the head.
 */
export async function sendBatch(connection: Pick<SteadyConnection, 'run'>, batch: readonly Job[], wait: boolean): Promise<BatchAnswer[]> {
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
    // The others have their answers; only these do not know.
    for (const job of homeless) job.reject(fault);
    return answers;
  }
}

/** Hands out the answers; those of a tenant whose head was held go on elsewhere. */
export function settle(batch: readonly Job[], answers: readonly BatchAnswer[], committed: () => void, busy: (job: Job) => void): void {
  let wrote = false;
  batch.forEach((job, index) => {
    const answer = answers[index]!;
    if (answer.status === 'busy') busy(job);
    else job.resolve(answer);
    wrote ||= answer.status === 'written';
  });
  if (wrote) committed();
}

export const rejectAll = (batch: readonly Job[], fault: unknown): void => batch.forEach((job) => job.reject(fault));
