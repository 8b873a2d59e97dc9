import { noteAlarmMailTried, settleAlarmMail, type AlarmMail } from '@plimsoll/shared/alarm-mails';
import type { Job, Outcome } from '../jobs/open-jobs.ts';
import { ALARM_QUEUE } from '../jobs/queues.ts';
import { NotDelivered } from '../mail/deliver-mail.ts';
import { fanOut } from '../mail/fan-out.ts';
import type { MailWorkerOptions } from '../mail/mail-worker.ts';
import type { MailRateLimiter } from '../mail/mail-rate-limiter.ts';
import { orAborted } from '../mail/send-mail.ts';
import type { AlertIds } from './alarm-mail.ts';

/** Mails of alarms to one person within an hour; more than these are not sent. */
const MAX_PER_HOUR = 20;

export interface AlarmMailWorkerOptions extends MailWorkerOptions {
  readonly rateLimiter: Pick<MailRateLimiter, 'tryAcquire'>;
}

/**
 * Handles jobs of the alarms' queue. Unlike other mails none waits because many of its kind were sent, and what becomes
 * of each alert is stored for the alarm's page.
 */
export function alarmMailWorker(options: AlarmMailWorkerOptions): (job: Job) => Promise<Outcome> {
  const { context, onError } = options;
  const templates = new Map(options.templates.map((template) => [template.kind, template]));
  return async (job) => {
    try {
      const template = templates.get(job.kind);
      if (!template) throw new Error(`No mail is called ${job.kind}`);
      if (template.recipients && job.ids['recipient'] === undefined)
        return await fanOut(job, await template.recipients(job.ids, context), { ...options, queue: ALARM_QUEUE });
      return await send(job, options, template);
    } catch (error) {
      onError?.(error);
      if (error instanceof NotDelivered) return { again: `Not delivered: ${error.message}` };
      return { again: error instanceof Error ? error.name : 'It failed' };
    }
  };
}

async function send(
  job: Job,
  { context, pool, rateLimiter, deliver }: AlarmMailWorkerOptions,
  template: MailWorkerOptions['templates'][number],
): Promise<Outcome> {
  const { mail: stored, at } = storedAs(job);
  const settle = async (state: 'SENT' | 'FAILED' | 'NOT_NEEDED') => {
    if (stored) await settleAlarmMail(pool, stored, at, state);
  };
  const written = await template.write(job.ids, context);
  if (typeof written === 'string') {
    await settle('NOT_NEEDED');
    return { done: `Not sent: ${written}` };
  }
  if (!(await rateLimiter.tryAcquire(job.id, 'ALARM', written.to.address, MAX_PER_HOUR))) {
    await settle('FAILED');
    return { done: 'Not sent: too many mails of alarms went to the address within an hour' };
  }
  if (stored) await noteAlarmMailTried(pool, stored, at);
  await orAborted(deliver(written, { jobId: job.id, sentAt: new Date() }), job.signal);
  await settle('SENT');
  return { done: 'Sent' };
}

/** The row of an alert's outcome; mails that say who has answered have none. */
function storedAs({ kind, ids }: Job): {
  readonly mail: AlarmMail | null;
  readonly at: { round: number; step: number };
} {
  const { tenant, alarm, revision, recipient, round, step } = ids as unknown as AlertIds;
  return {
    mail: kind === 'ALARM' ? { tenant, alarmGuid: alarm, revision, recipient } : null,
    at: { round, step },
  };
}
