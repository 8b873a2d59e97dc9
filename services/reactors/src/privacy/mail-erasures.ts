import { defineReactor } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Mails the admins of an organization that an erasure was asked for, cancelled or done. Whose stands where the link leads. */
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
