import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import type { Enqueue, NewJob } from '../jobs/jobs.ts';
import type { Job, Outcome } from '../jobs/open-jobs.ts';
import { MAIL_QUEUE } from '../jobs/queues.ts';

/**
 * Fans out one mail job per recipient. Recipients are resolved now, not when the event was written. Idempotent: a job's
 * id follows from its recipient.
 */
export async function fanOut(
  { id, kind, ids }: Pick<Job, 'id' | 'kind' | 'ids'>,
  recipients: readonly string[],
  { pool, enqueue, queue = MAIL_QUEUE }: { readonly pool: pg.Pool; readonly enqueue: Enqueue; readonly queue?: string },
): Promise<Outcome> {
  const jobs = recipients.map(
    (recipient): NewJob => ({ id: nameBasedGuid(recipient, id), data: { kind, ids: { ...ids, recipient } } }),
  );
  await transaction(pool, (client) => enqueue(client, queue, jobs));
  return { done: `Told to ${jobs.length}` };
}
