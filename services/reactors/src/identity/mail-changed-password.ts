import { defineReactor } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Tells people by mail that their password was changed by whoever could; what an operator or the demo sets is no news to them. */
export const mailChangedPassword = defineReactor({
  name: 'mail-changed-password',
  queue: MAIL_QUEUE,
  on: {
    PasswordChanged: ({ data: { userGuid }, metadata: { actor } }) =>
      actor.kind === 'USER' ? [{ kind: 'PASSWORD_CHANGED', ids: { user: userGuid } }] : [],
  },
});
