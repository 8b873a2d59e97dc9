import { Jobs, type FailedJob } from '@plimsoll/reactors/jobs/open-jobs';
import { openReactorPool } from '@plimsoll/reactors/reactor-pool';
import { mailQueue } from '@plimsoll/reactors/jobs/queues';
import type { Workplace } from '../workplace.ts';

/** Lists undelivered mails, with their recipients and subjects as guids. */
export function listUndelivered(workplace: Workplace): Promise<number> {
  return withJobs(workplace, async (jobs) => {
    const failed = await jobs.failed();
    for (const { id, kind, ids, since, failedAt, reason } of failed) {
      console.log(`${id}  ${kind}  from ${since.toISOString()} to ${failedAt.toISOString()}  ${reason}`);
      console.log(
        `  ${Object.entries(ids)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`,
      );
    }
    console.log(countLine(failed.length, 'could not be sent'));
    return 0;
  });
}

/**
 * Retries undelivered mails: all of them, or those with the given ids.
 * @returns 1 if an id is not among them.
 */
export function retryUndelivered(workplace: Workplace, ids: readonly string[]): Promise<number> {
  return withJobs(workplace, async (jobs) => {
    const failed = await jobs.failed();
    const chosen: readonly FailedJob[] = ids.length > 0 ? failed.filter(({ id }) => ids.includes(id)) : failed;
    await jobs.retry(chosen);
    console.log(countLine(chosen.length, chosen.length === 1 ? 'is tried again' : 'are tried again'));
    const unknown = ids.filter((id) => !failed.some((job) => job.id === id));
    for (const id of unknown) console.error(`${id} is not among the mails that stand`);
    return unknown.length > 0 ? 1 : 0;
  });
}

const countLine = (count: number, what: string): string => `${count} ${count === 1 ? 'mail' : 'mails'} ${what}`;

async function withJobs(workplace: Workplace, work: (jobs: Jobs) => Promise<number>): Promise<number> {
  const pool = openReactorPool(workplace.database.projectorUrl);
  try {
    const jobs = await Jobs.open({ pool, queues: [mailQueue()] });
    try {
      return await work(jobs);
    } finally {
      await jobs.stop();
    }
  } finally {
    await pool.end();
  }
}
