import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { EventWorkflow } from '@plimsoll/contracts/organizations/events';
import { of } from './runner/table.ts';

export type RecordedIncidentEvent = RecordedEvent & IncidentEvent;

/** Where an incident stands in its workflow (`spec: 4-incident-workflow`), as columns that several read models share. */
export interface IncidentProgress {
  /** A deleted one keeps the state that it would be restored to. */
  state: IncidentState;
  workflow: EventWorkflow;
  reporter_guid: string;
  entered_by_guid: string;
  reviewer_guid: string | null;
  approver_guid: string | null;
  past_reviewers: readonly string[];
  past_approvers: readonly string[];
  /** Who asked for the present step. Whoever passes it on does not take his place. */
  asked_by_guid: string | null;
  /** Who must act next, and since when. */
  holder_guid: string | null;
  holder_since: string | null;
  severity: number | null;
  likelihood: number | null;
  changed_since_review: boolean;
  approved_revision: number | null;
  deleted_at: string | null;
  deleted_by_guid: string | null;
  revision: number;
}

/** Where an incident begins. */
export function reportedProgress(event: RecordedIncidentEvent & { type: 'IncidentReported' }): IncidentProgress {
  const { form, reporterGuid, enteredByGuid } = event.data;
  const isClosed = form.workflow === 'NONE';
  return {
    state: isClosed ? 'CLOSED' : 'REPORTED', workflow: form.workflow, reporter_guid: reporterGuid, entered_by_guid: enteredByGuid,
    reviewer_guid: null, approver_guid: null, past_reviewers: [], past_approvers: [], asked_by_guid: null,
    holder_guid: isClosed ? null : reporterGuid, holder_since: isClosed ? null : event.metadata.at,
    severity: null, likelihood: null, changed_since_review: false, approved_revision: null,
    deleted_at: null, deleted_by_guid: null, revision: event.revision,
  };
}

/** Moves it on by one more event, in place. */
export function moveOn(now: IncidentProgress, event: RecordedIncidentEvent): void {
  const { at, actor: { userGuid: by } } = event.metadata;
  now.revision = event.revision;
  switch (event.type) {
    case 'IncidentReported':
      throw new Error(`The incident ${event.stream.guid} is reported a second time`);
    case 'IncidentAmended':
      if (now.state === 'REVIEWED' || now.state === 'APPROVAL_REQUESTED') now.changed_since_review = true;
      return;
    case 'ReviewRequested':
      ask(now, 'REVIEW_REQUESTED', by);
      now.reviewer_guid = event.data.reviewerGuid;
      now.past_reviewers = withPast(now.past_reviewers, event.data.reviewerGuid);
      return hold(now, event.data.reviewerGuid, at);
    case 'IncidentReviewed':
      now.state = 'REVIEWED';
      now.severity = event.data.severity;
      now.likelihood = event.data.likelihood;
      now.changed_since_review = false;
      now.asked_by_guid = null;
      return hold(now, now.workflow === 'REVIEW_AND_APPROVAL' ? now.reviewer_guid : null, at);
    case 'IncidentReturned':
      if (event.data.to === 'REPORTER') {
        now.state = 'RETURNED';
        return giveBack(now, at);
      }
      now.state = 'REVIEW_REQUESTED';
      now.approver_guid = null;
      now.changed_since_review = false;
      now.asked_by_guid = by;
      return hold(now, now.reviewer_guid, at);
    case 'ApprovalRequested':
      ask(now, 'APPROVAL_REQUESTED', by);
      now.approver_guid = event.data.approverGuid;
      now.past_approvers = withPast(now.past_approvers, event.data.approverGuid);
      return hold(now, event.data.approverGuid, at);
    case 'IncidentApproved':
      now.state = 'APPROVED';
      now.approved_revision = event.data.approvedRevision;
      now.asked_by_guid = null;
      return hold(now, null, at);
    case 'IncidentReopened':
      now.state = 'REPORTED';
      now.changed_since_review = false;
      return giveBack(now, at);
    case 'IncidentDeleted':
      now.deleted_at = at;
      now.deleted_by_guid = by;
      return;
    case 'IncidentRestored':
      now.deleted_at = null;
      now.deleted_by_guid = null;
  }
}

/** Somebody asks for a step; whoever passes it on to another did not ask for it. */
function ask(now: IncidentProgress, step: 'REVIEW_REQUESTED' | 'APPROVAL_REQUESTED', by: string): void {
  if (now.state !== step) now.asked_by_guid = by;
  now.state = step;
}

/** Nobody is assigned any more, and the reporter goes on. */
function giveBack(now: IncidentProgress, since: string): void {
  now.reviewer_guid = null;
  now.approver_guid = null;
  now.asked_by_guid = null;
  hold(now, now.reporter_guid, since);
}

function hold(now: IncidentProgress, holder: string | null, since: string): void {
  now.holder_guid = holder;
  now.holder_since = holder === null ? null : since;
}

const withPast = (known: readonly string[], guid: string): readonly string[] => (known.includes(guid) ? known : [...known, guid]);

export const incidentEventTypes = [
  'IncidentReported', 'IncidentAmended', 'ReviewRequested', 'IncidentReviewed', 'IncidentReturned', 'ApprovalRequested',
  'IncidentApproved', 'IncidentReopened', 'IncidentDeleted', 'IncidentRestored',
] as const satisfies readonly IncidentEvent['type'][];

/** What happens to an incident that has been reported. */
export const incidentSteps = incidentEventTypes.slice(1) as unknown as readonly Exclude<(typeof incidentEventTypes)[number], 'IncidentReported'>[];

export const progressColumns = {
  state: of<IncidentState>('text'), workflow: of<EventWorkflow>('text'), reporter_guid: 'uuid', entered_by_guid: 'uuid', reviewer_guid: 'uuid?', approver_guid: 'uuid?',
  past_reviewers: 'uuid[]', past_approvers: 'uuid[]', asked_by_guid: 'uuid?', holder_guid: 'uuid?', holder_since: 'timestamptz?',
  severity: 'integer?', likelihood: 'integer?', changed_since_review: 'boolean', approved_revision: 'integer?',
  deleted_at: 'timestamptz?', deleted_by_guid: 'uuid?', revision: 'integer',
} as const;
