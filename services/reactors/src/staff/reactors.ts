import { MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Mails an organization's managers when one of our staff starts to read it. */
const mailStaffAccess = defineReactor({
  name: 'mail-staff-access',
  queue: MAIL_QUEUE,
  on: { StaffAccessBegan: ({ stream }) => [{ kind: 'STAFF_ACCESS', ids: { access: stream.guid } }] },
});

export const staffReactors: readonly Reactor[] = [mailStaffAccess];
