import { defineReactor } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Mails the admins when a load line is crossed. */
export const mailCrossedLines = defineReactor({
  name: 'mail-crossed-lines',
  queue: MAIL_QUEUE,
  on: {
    LoadLineCrossed: ({ data: { notificationGuid } }) => [
      { kind: 'LOAD_LINE', ids: { notification: notificationGuid } },
    ],
  },
});
