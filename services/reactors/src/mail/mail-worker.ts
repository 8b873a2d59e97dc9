import type pg from 'pg';
import type { Enqueue } from '../jobs/jobs.ts';
import type { Job, Outcome } from '../jobs/open-jobs.ts';
import type { MailContext, MailTemplate } from './define-mail.ts';
import { NotDelivered } from './deliver-mail.ts';
import { fanOut } from './fan-out.ts';
import { sendMail, type MailSending } from './send-mail.ts';

export interface MailWorkerOptions extends MailSending {
  readonly templates: readonly MailTemplate[];
  readonly context: MailContext;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly enqueue: Enqueue;
  readonly onError?: (error: unknown) => void;
}

/**
 * Handles jobs of the mail queue: sends the mail, or fans the job out when it names no recipient. An error is stored
 * with the job as text without personal data, and the job is retried.
 */
export function mailWorker(options: MailWorkerOptions): (job: Job) => Promise<Outcome> {
  const { context, onError } = options;
  const templates = new Map(options.templates.map((template) => [template.kind, template]));
  return async (job) => {
    try {
      const template = templates.get(job.kind);
      if (!template) throw new Error(`No mail is called ${job.kind}`);
      if (template.recipients && job.ids['recipient'] === undefined)
        return await fanOut(job, await template.recipients(job.ids, context), options);
      return await sendMail(job, await template.write(job.ids, context), options);
    } catch (error) {
      onError?.(error);
      if (error instanceof NotDelivered) return { again: `Not delivered: ${error.message}` };
      return { again: error instanceof Error ? error.name : 'It failed' };
    }
  };
}
