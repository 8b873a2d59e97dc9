import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReactor, type Task } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Nobody is told by mail what they did themselves, nor what was brought over from another system. */
const mail = (
  { stream, revision, metadata: { actor } }: RecordedEvent,
  kind: string,
  recipient: string,
): readonly Task[] =>
  actor.kind === 'IMPORT' || actor.userGuid === recipient
    ? []
    : [{ kind, ids: { incident: stream.guid, revision, recipient } }];

/** Mails whoever is asked to review or to approve an incident, and those whom one came back to. */
export const mailWhoIsAsked = defineReactor({
  name: 'mail-who-is-asked',
  queue: MAIL_QUEUE,
  on: {
    ReviewRequested: (event) => mail(event, 'REVIEW_REQUESTED', event.data.reviewerGuid),
    ApprovalRequested: (event) => mail(event, 'APPROVAL_REQUESTED', event.data.approverGuid),
    // Whose it is by then is known to its stream.
    IncidentReturned: ({ stream, revision, data, metadata: { actor } }) =>
      data.to === 'REPORTER' && actor.kind !== 'IMPORT'
        ? [{ kind: 'EVENT_RETURNED', ids: { incident: stream.guid, revision } }]
        : [],
  },
});
