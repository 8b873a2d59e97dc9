import type { Job, Outcome } from '../jobs/open-jobs.ts';
import type { JobData } from '../jobs/jobs.ts';
import { NotDelivered, type DeliverMail } from './deliver-mail.ts';
import type { Letter } from './mail.ts';
import type { MailMarks } from './mail-marks.ts';

/** Writes a job's mail as things are when it is sent; a text says why there is none to send any more. */
export type WriteLetter = (job: JobData) => Promise<Letter | string>;

export interface MailSending {
  readonly write: WriteLetter;
  readonly marks: Pick<MailMarks, 'take'>;
  readonly deliver: DeliverMail;
  readonly onFault?: (fault: unknown) => void;
}

/** Sends a job's mail. What hinders it is told in words that hold nothing personal; then it is tried again. */
export async function sendMail(job: Job, { write, marks, deliver, onFault }: MailSending): Promise<Outcome> {
  try {
    const letter = await write(job);
    if (typeof letter === 'string') return { done: `Not sent: ${letter}` };
    if (!(await marks.take(job.id, letter.kind, letter.to.address)))
      return { again: 'Too many mails of this kind went to the address within an hour' };
    await orAborted(deliver(letter, { jobId: job.id, sentAt: new Date() }), job.signal);
    return { done: 'Sent' };
  } catch (fault) {
    onFault?.(fault);
    if (fault instanceof NotDelivered) return { again: `Not delivered: ${fault.message}` };
    return { again: fault instanceof Error ? fault.name : 'It failed' };
  }
}

/** Whoever carries the mail may not answer: nobody waits longer than the job's time. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
