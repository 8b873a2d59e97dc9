import { ALARM_MAIL_HOURS } from '@plimsoll/shared/alarm-mails';
import type { QueueDeclaration } from './open-jobs.ts';

/** Queue of mails that are to be written and sent. */
export const MAIL_QUEUE = 'mail';

/** Queue of commands that react to an event of another log (`contracts/src/kernel/follow-ups.ts`). */
export const COMMAND_QUEUE = 'commands';

/** Queue of mails of alarms: they wait behind no others. */
export const ALARM_QUEUE = 'alarms';

/** Queue of commands of alarms: they wait for no others. */
export const ALARM_COMMAND_QUEUE = 'alarm-commands';

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

const ALARM_ATTEMPT_SECONDS = 20;

/** Retry and retention policy of alarms' mails: short attempts and pauses, for as long as an alarm is news. */
export const alarmQueue = (attemptSeconds = ALARM_ATTEMPT_SECONDS): QueueDeclaration => ({
  name: ALARM_QUEUE,
  attemptSeconds: Math.min(attemptSeconds, ALARM_ATTEMPT_SECONDS),
  retryHours: ALARM_MAIL_HOURS,
  maxPauseSeconds: 60,
  retentionDays: 90,
});

/** Retry and retention policy of the queue of alarms' commands. */
export const alarmCommandQueue: QueueDeclaration = { ...commandQueue, name: ALARM_COMMAND_QUEUE };

/** Every queue that reactors and schedules write to. */
export const everyQueue = (attemptSeconds?: number): readonly QueueDeclaration[] => [
  mailQueue(attemptSeconds),
  alarmQueue(attemptSeconds),
  commandQueue,
  alarmCommandQueue,
];

/** Queues whose jobs are commands. */
export const commandQueues = [COMMAND_QUEUE, ALARM_COMMAND_QUEUE] as const;
