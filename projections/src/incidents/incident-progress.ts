import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import {
  progressAfter,
  type IncidentProgress,
  type LaterEvent,
  type StepTaken,
} from '@plimsoll/contracts/incidents/progress';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { of, type RowOfColumns } from '../runner/tables/table.ts';

export type RecordedIncidentEvent = RecordedEvent & IncidentEvent;

/** Columns with an incident's progress, shared by several read models. */
export const progressColumns = {
  state: of<IncidentProgress['state']>('text'),
  workflow: of<IncidentProgress['workflow']>('text'),
  reporter_guid: 'uuid',
  entered_by_guid: 'uuid',
  reviewer_guid: 'uuid?',
  approver_guid: 'uuid?',
  past_reviewers: 'uuid[]',
  past_approvers: 'uuid[]',
  asked_by_guid: 'uuid?',
  holder_guids: 'uuid[]',
  holder_since: 'timestamptz?',
  severity: 'integer?',
  likelihood: 'integer?',
  changed_since_review: 'boolean',
  approved_revision: 'integer?',
  deleted_at: 'timestamptz?',
  deleted_by_guid: 'uuid?',
  revision: 'integer',
} as const;
export type ProgressColumns = RowOfColumns<typeof progressColumns>;

/** Writes the progress to a row's columns, in place: merging into a new row would cost more than the fold itself. */
export function withProgress<Row extends object>(row: Row, now: IncidentProgress): Row & ProgressColumns {
  const columns = row as Row & ProgressColumns;
  columns.state = now.state;
  columns.workflow = now.workflow;
  columns.reporter_guid = now.reporterGuid;
  columns.entered_by_guid = now.enteredByGuid;
  columns.reviewer_guid = now.reviewerGuid;
  columns.approver_guid = now.approverGuid;
  columns.past_reviewers = now.pastReviewers;
  columns.past_approvers = now.pastApprovers;
  columns.asked_by_guid = now.askedByGuid;
  columns.holder_guids = now.holderGuids;
  columns.holder_since = now.holderSince;
  columns.severity = now.severity;
  columns.likelihood = now.likelihood;
  columns.changed_since_review = now.changedSinceReview;
  columns.approved_revision = now.approvedRevision;
  columns.deleted_at = now.deletedAt;
  columns.deleted_by_guid = now.deletedByGuid;
  columns.revision = now.revision;
  return columns;
}

/** Restores the progress from a row. */
export const progressOf = (row: ProgressColumns): IncidentProgress =>
  ({
    state: row.state,
    workflow: row.workflow,
    reporterGuid: row.reporter_guid,
    enteredByGuid: row.entered_by_guid,
    reviewerGuid: row.reviewer_guid,
    approverGuid: row.approver_guid,
    pastReviewers: row.past_reviewers,
    pastApprovers: row.past_approvers,
    askedByGuid: row.asked_by_guid,
    holderGuids: row.holder_guids,
    holderSince: row.holder_since,
    severity: row.severity,
    likelihood: row.likelihood,
    changedSinceReview: row.changed_since_review,
    approvedRevision: row.approved_revision,
    deletedAt: row.deleted_at,
    deletedByGuid: row.deleted_by_guid,
    revision: row.revision,
  }) as IncidentProgress;

/** Returns who took a step, and when. */
export const stepTaken = ({ revision, metadata }: RecordedEvent): StepTaken => ({
  revision,
  at: metadata.at,
  byGuid: metadata.actor.userGuid,
});

/** Returns the progress after another event. @throws for a second report, or a step that cannot follow. */
export function movedOn(now: IncidentProgress, event: RecordedIncidentEvent): IncidentProgress {
  if (event.type === 'IncidentReported') throw new Error(`The incident ${event.stream.guid} is reported a second time`);
  return progressAfter(now, event as RecordedEvent & LaterEvent, stepTaken(event));
}

/** Event types of the steps of a reported incident. */
export const incidentSteps = [
  'IncidentAmended',
  'ReviewRequested',
  'IncidentReviewed',
  'IncidentReturned',
  'ApprovalRequested',
  'IncidentApproved',
  'IncidentReopened',
  'IncidentDeleted',
  'IncidentRestored',
  'AttachmentsAwaited',
  'AttachmentAdded',
  'AttachmentChanged',
  'AttachmentDeleted',
  'AttachmentRestored',
  'AttachmentErased',
] as const satisfies readonly Exclude<IncidentEvent['type'], 'IncidentReported'>[];
