import type { QueueDeclaration } from './open-jobs.ts';

/** Queue of mails that are to be written and sent. */
export const MAIL_QUEUE = 'mail';

/** Queue of commands that react to an event of another log (`contracts/src/kernel/follow-ups.ts`). */
export const COMMAND_QUEUE = 'commands';

const ATTEMPT_SECONDS = 60;

/** Retry and retention policy of the mail queue: retried for a day, listed for 90 days. */
export const mailQueue = (attemptSeconds = ATTEMPT_SECONDS): QueueDeclaration => ({
  name: MAIL_QUEUE,
  attemptSeconds,
  retryHours: 24,
  retentionDays: 90,
});

/** Retry and retention policy of the command queue: a process that was killed must not leave a command half done. */
export const commandQueue: QueueDeclaration = {
  name: COMMAND_QUEUE,
  attemptSeconds: ATTEMPT_SECONDS,
  retryHours: 24,
  retentionDays: 7,
};

/** Every queue that reactors and schedules write to. */
export const everyQueue = (attemptSeconds?: number): readonly QueueDeclaration[] => [
  mailQueue(attemptSeconds),
  commandQueue,
];
