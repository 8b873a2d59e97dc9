import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReactor, type Task } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** What an operator, the demo or an import does is no news; nor is to anybody what they did themselves. */
const mail = ({ metadata: { actor } }: RecordedEvent, kind: string, ids: Task['ids']): readonly Task[] =>
  actor.kind !== 'USER' || actor.userGuid === ids['recipient'] ? [] : [{ kind, ids }];

/** Mails whom an organization invites, who asks to join it and who answers that, and who was removed from it. */
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
    MemberRemoved: (event) =>
      mail(event, 'MEMBERSHIP_REMOVED', { member: event.stream.guid, recipient: event.data.userGuid }),
  },
});
