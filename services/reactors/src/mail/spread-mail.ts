import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import type { Enqueue, JobData, NewJob } from '../jobs/jobs.ts';
import type { Job, Outcome } from '../jobs/open-jobs.ts';
import { MAIL_QUEUE } from './mail-queue.ts';

/** What a job is about to become: one for each of those who are to be told. */
export type FindRecipients = (job: JobData) => Promise<readonly JobData[]>;

/**
 * Makes a job for each of those whom something is told to: what an event says is not whom it concerns by then. Done again, since
 * the process ended in between, it makes the same jobs.
 */
export async function spreadMail(
  job: Job,
  {
    pool,
    enqueue,
    recipientsOf,
  }: { readonly pool: pg.Pool; readonly enqueue: Enqueue; readonly recipientsOf: FindRecipients },
): Promise<Outcome> {
  const jobs = (await recipientsOf(job)).map(
    (data): NewJob => ({ id: nameBasedGuid(String(data.ids['recipient']), job.id), data }),
  );
  await transaction(pool, (client) => enqueue(client, MAIL_QUEUE, jobs));
  return { done: `Told to ${jobs.length}` };
}
