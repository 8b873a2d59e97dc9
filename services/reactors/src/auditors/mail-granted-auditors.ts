import { defineReactor } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Mails the admins of an organization when one of them lets an auditor in. */
export const mailGrantedAuditors = defineReactor({
  name: 'mail-granted-auditors',
  queue: MAIL_QUEUE,
  on: { AuditorGranted: ({ stream }) => [{ kind: 'AUDITOR_GRANTED', ids: { grant: stream.guid } }] },
});
