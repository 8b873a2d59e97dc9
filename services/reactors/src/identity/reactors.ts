import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { commandJob } from '../jobs/command-job.ts';
import type { JobRequest } from '../jobs/jobs.ts';
import { COMMAND_QUEUE, MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Mails users that their password was changed, unless an operator or the demo did it. */
export const mailChangedPassword = defineReactor({
  name: 'mail-changed-password',
  queue: MAIL_QUEUE,
  on: {
    PasswordChanged: ({ data: { userGuid }, metadata: { actor } }) =>
      actor.kind === 'USER' ? [{ kind: 'PASSWORD_CHANGED', ids: { user: userGuid } }] : [],
  },
});

/** One job per affected address. The template finds the addresses in the log. */
const addressChanged =
  (addresses: number) =>
  ({ data, revision, metadata: { actor } }: RecordedEvent): readonly JobRequest[] =>
    actor.kind === 'USER'
      ? Array.from({ length: addresses }, (_, recipient) => ({
          kind: 'ADDRESS_CHANGED',
          ids: { user: (data as { userGuid: string }).userGuid, revision, recipient },
        }))
      : [];

/** Mails users that the addresses of their account were changed, at the primary and at the former address. */
export const mailChangedAddress = defineReactor({
  name: 'mail-changed-address',
  queue: MAIL_QUEUE,
  on: {
    EmailAddressAdded: addressChanged(1),
    EmailAddressRemoved: addressChanged(2),
    PrimaryEmailAddressChanged: addressChanged(2),
  },
});

const factorChanged = ({ data }: { readonly data: { readonly userGuid: string } }): readonly JobRequest[] => [
  { kind: 'FACTOR_CHANGED', ids: { user: data.userGuid } },
];

/** Mails users that their second factors were changed, also by an operator: the request may not have been theirs. */
export const mailChangedFactors = defineReactor({
  name: 'mail-changed-factors',
  queue: MAIL_QUEUE,
  on: {
    SecondFactorAdded: factorChanged,
    SecondFactorRemoved: factorChanged,
    RecoveryCodesMade: factorChanged,
    SecondFactorsReset: factorChanged,
  },
});

/**
 * Copies a user's name and primary address to their organizations. Also on joining: they may have changed meanwhile.
 */
export const copyMemberDetails = defineReactor({
  name: 'keep-member-details',
  queue: COMMAND_QUEUE,
  on: {
    UserRenamed: ({ data: { userGuid } }) => [commandJob('KEEP_MEMBER_DETAILS', { user: userGuid })],
    PrimaryEmailAddressChanged: ({ data: { userGuid } }) => [commandJob('KEEP_MEMBER_DETAILS', { user: userGuid })],
    MemberJoined: ({ tenant, data: { userGuid } }) => [
      commandJob('KEEP_MEMBER_DETAILS', { user: userGuid, organization: tenant }),
    ],
  },
});

export const identityReactors: readonly Reactor[] = [
  mailChangedPassword,
  mailChangedAddress,
  mailChangedFactors,
  copyMemberDetails,
];
