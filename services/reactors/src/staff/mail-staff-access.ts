import { defineReactor } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Mails whoever looks after an organization when one of our staff begins to read it. */
export const mailStaffAccess = defineReactor({
  name: 'mail-staff-access',
  queue: MAIL_QUEUE,
  on: { StaffAccessBegan: ({ stream }) => [{ kind: 'STAFF_ACCESS', ids: { access: stream.guid } }] },
});
