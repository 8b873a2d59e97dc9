import type { Job, Outcome } from '../jobs/open-jobs.ts';
import { NotDelivered, type DeliverMail } from './deliver-mail.ts';
import type { MailRateLimiter } from './mail-rate-limiter.ts';
import type { OutgoingMail, SkipReason } from './mail.ts';

export interface MailSending {
  readonly rateLimiter: Pick<MailRateLimiter, 'tryAcquire'>;
  readonly deliver: DeliverMail;
}

/** Sends a job's mail, unless it is not needed any more or its address has had too many. */
export async function sendMail(
  job: Pick<Job, 'id' | 'signal'>,
  mail: OutgoingMail | SkipReason,
  { rateLimiter, deliver }: MailSending,
): Promise<Outcome> {
  if (typeof mail === 'string') return { done: `Not sent: ${mail}` };
  if (!(await rateLimiter.tryAcquire(job.id, mail.kind, mail.to.address)))
    return { again: 'Too many mails of this kind went to the address within an hour' };
  await orAborted(deliver(mail, { jobId: job.id, sentAt: new Date() }), job.signal);
  return { done: 'Sent' };
}

/** Rejects when the signal aborts first: a mail server may never answer. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(new NotDelivered('there was no answer in time'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
