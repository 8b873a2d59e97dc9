import { MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Mails the admins of an organization when one of them grants access to an auditor. */
const mailGrantedAuditors = defineReactor({
  name: 'mail-granted-auditors',
  queue: MAIL_QUEUE,
  on: { AuditorGranted: ({ stream }) => [{ kind: 'AUDITOR_GRANTED', ids: { grant: stream.guid } }] },
});

export const auditorReactors: readonly Reactor[] = [mailGrantedAuditors];
