import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { JobRequest } from '../jobs/jobs.ts';
import { MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Nothing is sent to the actor themselves, nor for imported incidents. */
const mail = (
  { stream, revision, metadata: { actor } }: RecordedEvent,
  kind: string,
  recipient: string,
): readonly JobRequest[] =>
  actor.kind === 'IMPORT' || actor.userGuid === recipient
    ? []
    : [{ kind, ids: { incident: stream.guid, revision, recipient } }];

/** Mails reviewers and approvers that an incident waits for them, and its holders that it was returned. */
export const mailRequests = defineReactor({
  name: 'mail-who-is-asked',
  queue: MAIL_QUEUE,
  on: {
    ReviewRequested: (event) => mail(event, 'REVIEW_REQUESTED', event.data.reviewerGuid),
    ApprovalRequested: (event) => mail(event, 'APPROVAL_REQUESTED', event.data.approverGuid),
    // The template finds the recipients in the incident's stream.
    IncidentReturned: ({ stream, revision, data, metadata: { actor } }) =>
      data.to === 'REPORTER' && actor.kind !== 'IMPORT'
        ? [{ kind: 'EVENT_RETURNED', ids: { incident: stream.guid, revision } }]
        : [],
  },
});

/** Mails who reported an event what became of it. */
export const mailAnswers = defineReactor({
  name: 'mail-answers',
  queue: MAIL_QUEUE,
  on: {
    IncidentReviewed: ({ stream, revision }) => [{ kind: 'REPORT_ANSWERED', ids: { incident: stream.guid, revision } }],
    IncidentApproved: ({ stream, revision }) => [{ kind: 'REPORT_ANSWERED', ids: { incident: stream.guid, revision } }],
    TaskVerified: ({ stream, revision, data: { eventId } }) => [
      { kind: 'REPORT_ANSWERED', ids: { incident: eventId, task: stream.guid, revision } },
    ],
  },
});

export const incidentReactors: readonly Reactor[] = [mailRequests, mailAnswers];
