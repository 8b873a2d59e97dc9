import { commandJob } from '../jobs/command-job.ts';
import { COMMAND_QUEUE, MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Starts an erasure that has no delay, and those that a legal hold has blocked once it is released. */
const runErasures = defineReactor({
  name: 'carry-erasures-out',
  queue: COMMAND_QUEUE,
  on: {
    ErasureRequested: ({ tenant, stream }) => [
      commandJob('CARRY_ERASURES_OUT', { organization: tenant, subject: stream.guid }),
    ],
    LegalHoldReleased: ({ tenant }) => [commandJob('CARRY_ERASURES_OUT', { organization: tenant })],
  },
});

/**
 * Mails the admins that an erasure was requested, cancelled or completed. Never whose it is: the linked page shows
 * that.
 */
export const mailErasures = defineReactor({
  name: 'mail-erasures',
  queue: MAIL_QUEUE,
  on: {
    ErasureRequested: ({ stream, data: { erasureGuid } }) => [
      { kind: 'ERASURE_REQUESTED', ids: { subject: stream.guid, erasure: erasureGuid } },
    ],
    ErasureCancelled: ({ stream, data: { erasureGuid } }) => [
      { kind: 'ERASURE_CANCELLED', ids: { subject: stream.guid, erasure: erasureGuid } },
    ],
    ErasureCompleted: ({ stream, data: { erasureGuid } }) => [
      { kind: 'ERASURE_DONE', ids: { subject: stream.guid, erasure: erasureGuid } },
    ],
  },
});

export const privacyReactors: readonly Reactor[] = [runErasures, mailErasures];
