import type { FormSnapshot, IncidentEvent, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import type { EventWorkflow } from '@plimsoll/contracts/organizations/events';

export interface Rating {
  readonly severity: number;
  readonly likelihood: number;
  readonly comment: string | null;
  readonly byGuid: string;
}

interface Reported<Workflow extends EventWorkflow> {
  readonly form: FormSnapshot & { readonly workflow: Workflow };
  readonly reporterGuid: string;
  readonly enteredByGuid: string;
  readonly facts: IncidentFacts;
  /** Reviewers and approvers, present and past: they go on seeing it. */
  readonly assigned: ReadonlySet<string>;
  /** Of the last change. */
  readonly revision: number;
  /** What was approved last; it stays readable after the incident is reopened. */
  readonly approvedRevision: number | null;
}

type InReview = Reported<'REVIEW' | 'REVIEW_AND_APPROVAL'>;
type InApproval = Reported<'REVIEW_AND_APPROVAL'>;

/** With its reporter: fresh, sent back, or reopened (then with the old rating in sight). */
export type WithReporter = InReview & { readonly state: 'REPORTED' | 'RETURNED'; readonly rating: Rating | null };

export type ReviewRequested = InReview & {
  readonly state: 'REVIEW_REQUESTED';
  readonly reviewerGuid: string;
  /** Who asked for the review, or sent it back to the reviewer; whoever passes it on does not take his place. */
  readonly askedByGuid: string;
  readonly rating: Rating | null;
};

export type Reviewed = InReview & {
  readonly state: 'REVIEWED';
  readonly reviewerGuid: string;
  readonly rating: Rating;
  readonly changedSinceReview: boolean;
};

export type ApprovalRequested = InApproval & {
  readonly state: 'APPROVAL_REQUESTED';
  readonly reviewerGuid: string;
  readonly approverGuid: string;
  readonly askedByGuid: string;
  readonly rating: Rating;
  readonly changedSinceReview: boolean;
};

export type Approved = InApproval & {
  readonly state: 'APPROVED';
  readonly reviewerGuid: string;
  readonly approverGuid: string;
  readonly rating: Rating;
  readonly changedSinceReview: boolean;
  readonly approvedRevision: number;
};

/** Needs no review: it was closed when it was submitted. */
export type Closed = Reported<'NONE'> & { readonly state: 'CLOSED' };

export type ModifiableIncident = WithReporter | ReviewRequested | Reviewed | ApprovalRequested | Closed;
export type LiveIncident = ModifiableIncident | Approved;

export type Deleted = {
  readonly state: 'DELETED';
  readonly revision: number;
  readonly before: ModifiableIncident;
  readonly deletedByGuid: string;
  readonly deletedAt: Date;
};

export type Incident = { readonly state: 'UNREPORTED'; readonly revision: 0 } | LiveIncident | Deleted;

/** A domain event with what its place in the log says of it. */
export type RecordedIncidentEvent = IncidentEvent & { readonly revision: number; readonly byGuid: string; readonly at: string };

export const initialState: Incident = { state: 'UNREPORTED', revision: 0 };

/** The incident after one more domain event. Throws when the log says what no decision could have written. */
export function evolve(incident: Incident, event: RecordedIncidentEvent): Incident {
  const { revision } = event;
  switch (event.type) {
    case 'IncidentReported':
      if (incident.state === 'UNREPORTED') return reported(event);
      break;
    case 'IncidentAmended':
      if (!isModifiable(incident)) break;
      return {
        ...incident, revision, facts: { ...incident.facts, ...event.data },
        ...((incident.state === 'REVIEWED' || incident.state === 'APPROVAL_REQUESTED') && { changedSinceReview: true }),
      };
    case 'ReviewRequested':
      if (incident.state === 'REVIEW_REQUESTED') return { ...incident, ...naming(incident, event.data.reviewerGuid), ...event.data, revision };
      if (incident.state !== 'REPORTED' && incident.state !== 'RETURNED') break;
      return {
        ...reportedOf(incident), ...naming(incident, event.data.reviewerGuid), revision,
        state: 'REVIEW_REQUESTED', reviewerGuid: event.data.reviewerGuid, askedByGuid: event.byGuid, rating: incident.rating,
      };
    case 'IncidentReviewed':
      if (incident.state !== 'REVIEW_REQUESTED' && incident.state !== 'REVIEWED') break;
      return {
        ...reportedOf(incident), revision, state: 'REVIEWED', reviewerGuid: incident.reviewerGuid,
        rating: { ...event.data, byGuid: event.byGuid }, changedSinceReview: false,
      };
    case 'IncidentReturned':
      if (incident.state === 'REVIEW_REQUESTED' && event.data.to === 'REPORTER') {
        return { ...reportedOf(incident), revision, state: 'RETURNED', rating: incident.rating };
      }
      if (incident.state !== 'APPROVAL_REQUESTED' || event.data.to !== 'REVIEWER') break;
      return {
        ...reportedOf(incident), revision, state: 'REVIEW_REQUESTED', reviewerGuid: incident.reviewerGuid, askedByGuid: event.byGuid, rating: incident.rating,
      };
    case 'ApprovalRequested':
      if (incident.state === 'APPROVAL_REQUESTED') return { ...incident, ...naming(incident, event.data.approverGuid), ...event.data, revision };
      if (incident.state !== 'REVIEWED' || !endsWithApproval(incident)) break;
      return {
        ...incident, ...naming(incident, event.data.approverGuid), revision,
        state: 'APPROVAL_REQUESTED', approverGuid: event.data.approverGuid, askedByGuid: event.byGuid,
      };
    case 'IncidentApproved':
      if (incident.state !== 'APPROVAL_REQUESTED') break;
      return {
        ...reportedOf(incident), revision, state: 'APPROVED', reviewerGuid: incident.reviewerGuid, approverGuid: incident.approverGuid,
        rating: incident.rating, changedSinceReview: incident.changedSinceReview, approvedRevision: event.data.approvedRevision,
      };
    case 'IncidentReopened':
      if (incident.state !== 'APPROVED') break;
      return { ...reportedOf(incident), revision, state: 'REPORTED', rating: incident.rating };
    case 'IncidentDeleted':
      if (!isModifiable(incident)) break;
      return { state: 'DELETED', revision, before: incident, deletedByGuid: event.byGuid, deletedAt: new Date(event.at) };
    case 'IncidentRestored':
      if (incident.state === 'DELETED') return { ...incident.before, revision };
      break;
  }
  throw new Error(`${event.type} at revision ${revision} cannot follow on ${incident.state}`);
}

function reported(event: RecordedIncidentEvent & { type: 'IncidentReported' }): LiveIncident {
  const { form, reporterGuid, enteredByGuid, ...facts } = event.data;
  const known = { reporterGuid, enteredByGuid, facts, assigned: new Set<string>(), revision: event.revision, approvedRevision: null };
  const { workflow } = form;
  return workflow === 'NONE'
    ? { ...known, form: { ...form, workflow }, state: 'CLOSED' }
    : { ...known, form: { ...form, workflow }, state: 'REPORTED', rating: null };
}

/** What outlives every step. */
function reportedOf<Workflow extends EventWorkflow>(incident: Reported<Workflow>): Reported<Workflow> {
  const { form, reporterGuid, enteredByGuid, facts, assigned, revision, approvedRevision } = incident;
  return { form, reporterGuid, enteredByGuid, facts, assigned, revision, approvedRevision };
}

const naming = (incident: LiveIncident, userGuid: string) => ({ assigned: new Set([...incident.assigned, userGuid]) });

const isModifiable = (incident: Incident): incident is ModifiableIncident =>
  incident.state !== 'UNREPORTED' && incident.state !== 'DELETED' && incident.state !== 'APPROVED';

/** Whether its workflow goes on after the review. */
export const endsWithApproval = <Step extends InReview>(incident: Step): incident is Step & InApproval =>
  incident.form.workflow === 'REVIEW_AND_APPROVAL';
