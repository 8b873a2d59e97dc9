import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { JobIds, JobRequest } from '../jobs/jobs.ts';
import { MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Nothing is sent for actions of an operator, the demo or an import, nor to the actor themselves. */
const mail = ({ metadata: { actor } }: RecordedEvent, kind: string, ids: JobIds): readonly JobRequest[] =>
  actor.kind !== 'USER' || actor.userGuid === ids['recipient'] ? [] : [{ kind, ids }];

/**
 * A job for new members by an invitation or by single sign-on, also when they acted themselves: a provider's sign-in
 * acts in the person's name. Founders know, and people who asked to join get the answer to their request.
 */
const begun = ({ stream, data, metadata }: RecordedEvent & { data: { userGuid: string; through: string | null } }) =>
  metadata.actor.kind === 'USER' && (data.through === 'INVITATION' || data.through === 'SSO')
    ? [{ kind: 'MEMBERSHIP_BEGUN', ids: { member: stream.guid, recipient: data.userGuid } }]
    : [];

/** Mails invitations, requests to join, their answers, new memberships, and removals. */
export const mailMemberships = defineReactor({
  name: 'mail-memberships',
  queue: MAIL_QUEUE,
  on: {
    InvitationSent: (event) => mail(event, 'INVITATION', { invitation: event.stream.guid, revision: event.revision }),
    MembershipRequested: (event) => mail(event, 'MEMBERSHIP_REQUESTED', { request: event.stream.guid }),
    MembershipRequestApproved: (event) =>
      mail(event, 'MEMBERSHIP_ANSWERED', { request: event.stream.guid, recipient: event.data.userGuid }),
    MembershipRequestDeclined: (event) =>
      mail(event, 'MEMBERSHIP_ANSWERED', { request: event.stream.guid, recipient: event.data.userGuid }),
    MemberJoined: begun,
    MemberRemoved: (event) =>
      mail(event, 'MEMBERSHIP_REMOVED', { member: event.stream.guid, recipient: event.data.userGuid }),
  },
});

export const memberReactors: readonly Reactor[] = [mailMemberships];
