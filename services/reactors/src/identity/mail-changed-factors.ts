import { defineReactor, type Task } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

const told = ({ data: { userGuid } }: { readonly data: { readonly userGuid: string } }): readonly Task[] => [
  { kind: 'FACTOR_CHANGED', ids: { user: userGuid } },
];

/** Tells people by mail that their second factors were changed, also by an operator: whoever asked one for it may have been somebody else. */
export const mailChangedFactors = defineReactor({
  name: 'mail-changed-factors',
  queue: MAIL_QUEUE,
  on: { SecondFactorAdded: told, SecondFactorRemoved: told, RecoveryCodesMade: told, SecondFactorsReset: told },
});
