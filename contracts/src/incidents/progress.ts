import type { AttachmentEvent } from '../attachments/events.ts';
import type { EventWorkflow } from '../organizations/events.ts';
import type { IncidentEvent } from './events.ts';
import { incidentStates, type IncidentState } from './vocabulary.ts';

/** An event's metadata for the workflow: its revision, time and author. */
export interface StepTaken {
  readonly revision: number;
  readonly at: string;
  readonly byGuid: string;
}

interface Shared {
  readonly reporterGuid: string;
  readonly enteredByGuid: string;
  /** Everybody who was ever named, the present one included: they go on seeing it. */
  readonly pastReviewers: readonly string[];
  readonly pastApprovers: readonly string[];
  /** The persons who must act next; either of them may. Empty if nobody must. */
  readonly holderGuids: readonly string[];
  /** Since when they have it. */
  readonly holderSince: string | null;
  /** A deleted incident keeps the state that it would be restored to. */
  readonly deletedAt: string | null;
  readonly deletedByGuid: string | null;
  /** Of the last change. */
  readonly revision: number;
}

/** Not reviewed yet, or by a form that asks for no rating. */
interface Unrated {
  readonly severity: null;
  readonly likelihood: null;
}
interface Rated {
  readonly severity: number;
  readonly likelihood: number;
}

/** With its reporter: fresh, sent back, or reopened (then with the old rating in sight). */
export type WithReporter = Shared &
  (Unrated | Rated) & {
    readonly state: 'REPORTED' | 'RETURNED';
    readonly workflow: 'REVIEW' | 'REVIEW_AND_APPROVAL';
    readonly reviewerGuid: null;
    readonly approverGuid: null;
    readonly askedByGuid: null;
    readonly changedSinceReview: false;
    /** What was approved last; it stays readable after the incident is reopened. */
    readonly approvedRevision: number | null;
  };

export type InReview = Shared &
  (Unrated | Rated) & {
    readonly state: 'REVIEW_REQUESTED';
    readonly workflow: 'REVIEW' | 'REVIEW_AND_APPROVAL';
    readonly reviewerGuid: string;
    readonly approverGuid: null;
    /** Who requested the review, or returned it to the reviewer; passing it on does not change this. */
    readonly askedByGuid: string;
    readonly changedSinceReview: false;
    readonly approvedRevision: number | null;
  };

export type Reviewed = Shared &
  (Unrated | Rated) & {
    readonly state: 'REVIEWED';
    readonly workflow: 'REVIEW' | 'REVIEW_AND_APPROVAL';
    readonly reviewerGuid: string;
    readonly approverGuid: null;
    readonly askedByGuid: null;
    readonly changedSinceReview: boolean;
    readonly approvedRevision: number | null;
  };

export type InApproval = Shared &
  (Unrated | Rated) & {
    readonly state: 'APPROVAL_REQUESTED';
    readonly workflow: 'REVIEW_AND_APPROVAL';
    readonly reviewerGuid: string;
    readonly approverGuid: string;
    readonly askedByGuid: string;
    readonly changedSinceReview: boolean;
    readonly approvedRevision: number | null;
  };

export type Approved = Shared &
  (Unrated | Rated) & {
    readonly state: 'APPROVED';
    readonly workflow: 'REVIEW_AND_APPROVAL';
    readonly reviewerGuid: string;
    readonly approverGuid: string;
    readonly askedByGuid: null;
    readonly changedSinceReview: boolean;
    readonly approvedRevision: number;
  };

/** Needs no review: it was closed when it was submitted. */
export type Closed = Shared &
  Unrated & {
    readonly state: 'CLOSED';
    readonly workflow: 'NONE';
    readonly reviewerGuid: null;
    readonly approverGuid: null;
    readonly askedByGuid: null;
    readonly changedSinceReview: false;
    readonly approvedRevision: null;
  };

/** An incident's state in its workflow (`spec: 4-incident-workflow`), for all code that folds its events. */
export type IncidentProgress = WithReporter | InReview | Reviewed | InApproval | Approved | Closed;

export type ReportedEvent = Extract<IncidentEvent, { type: 'IncidentReported' }>;
export type LaterEvent = Exclude<IncidentEvent, { type: 'IncidentReported' }>;

const modifiable = [
  'REPORTED',
  'RETURNED',
  'REVIEW_REQUESTED',
  'REVIEWED',
  'APPROVAL_REQUESTED',
  'CLOSED',
] as const satisfies IncidentState[];

/** Transition of each event; SAME keeps the state. Other transitions cannot happen. */
const transitions: Readonly<
  Record<
    Exclude<LaterEvent['type'], 'IncidentReturned'> | 'ReturnedToReporter' | 'ReturnedToReviewer',
    { readonly from: readonly IncidentState[]; readonly to: IncidentState | 'SAME' }
  >
> = {
  IncidentAmended: { from: modifiable, to: 'SAME' },
  ReviewRequested: { from: ['REPORTED', 'RETURNED', 'REVIEW_REQUESTED'], to: 'REVIEW_REQUESTED' },
  IncidentReviewed: { from: ['REVIEW_REQUESTED', 'REVIEWED'], to: 'REVIEWED' },
  ReturnedToReporter: { from: ['REVIEW_REQUESTED'], to: 'RETURNED' },
  ReturnedToReviewer: { from: ['APPROVAL_REQUESTED'], to: 'REVIEW_REQUESTED' },
  ApprovalRequested: { from: ['REVIEWED', 'APPROVAL_REQUESTED'], to: 'APPROVAL_REQUESTED' },
  IncidentApproved: { from: ['APPROVAL_REQUESTED'], to: 'APPROVED' },
  IncidentReopened: { from: ['APPROVED'], to: 'REPORTED' },
  IncidentDeleted: { from: modifiable, to: 'SAME' },
  IncidentRestored: { from: modifiable, to: 'SAME' },
  AttachmentsAwaited: { from: modifiable, to: 'SAME' },
  AttachmentAdded: { from: modifiable, to: 'SAME' },
  AttachmentChanged: { from: modifiable, to: 'SAME' },
  AttachmentDeleted: { from: modifiable, to: 'SAME' },
  // What was erased may be brought back for a while, in every state.
  AttachmentRestored: { from: incidentStates, to: 'SAME' },
  AttachmentErased: { from: incidentStates, to: 'SAME' },
};

/** The state after an event. Throws when the log says what no decision could have written. */
function stateAfter(state: IncidentState, event: LaterEvent): IncidentState {
  const { from, to } =
    transitions[
      event.type === 'IncidentReturned'
        ? event.data.to === 'REPORTER'
          ? 'ReturnedToReporter'
          : 'ReturnedToReviewer'
        : event.type
    ];
  if (!from.includes(state)) throw new Error(`${event.type} cannot follow on ${state}`);
  return to === 'SAME' ? state : to;
}

/**
 * The persons who must act next: the reporter before the person who entered it for them. List, filter, page and
 * notifications all read the result.
 */
function holdersOf({
  state,
  workflow,
  reporterGuid,
  enteredByGuid,
  reviewerGuid,
  approverGuid,
}: Pick<
  IncidentProgress,
  'state' | 'workflow' | 'reporterGuid' | 'enteredByGuid' | 'reviewerGuid' | 'approverGuid'
>): readonly string[] {
  switch (state) {
    case 'REPORTED':
    case 'RETURNED':
      return enteredByGuid === reporterGuid ? [reporterGuid] : [reporterGuid, enteredByGuid];
    case 'REVIEW_REQUESTED':
      return [reviewerGuid!];
    case 'REVIEWED':
      return workflow === 'REVIEW_AND_APPROVAL' ? [reviewerGuid!] : [];
    case 'APPROVAL_REQUESTED':
      return [approverGuid!];
    case 'APPROVED':
    case 'CLOSED':
      return [];
  }
}

/** Whether it came back to its reporter: returned, or reopened after its approval. */
export const hasComeBack = ({
  state,
  approvedRevision,
}: Pick<IncidentProgress, 'state' | 'approvedRevision'>): boolean =>
  state === 'RETURNED' || (state === 'REPORTED' && approvedRevision !== null);

/** The state in which an incident begins: what needs no review is closed at once. */
const firstState = (workflow: EventWorkflow): 'REPORTED' | 'CLOSED' => (workflow === 'NONE' ? 'CLOSED' : 'REPORTED');

/** Where an incident begins. */
export function reportedProgress(
  {
    data: {
      form: { workflow },
      reporterGuid,
      enteredByGuid,
    },
  }: ReportedEvent,
  { revision, at }: StepTaken,
): IncidentProgress {
  const state = firstState(workflow);
  const holderGuids = holdersOf({
    state,
    workflow,
    reporterGuid,
    enteredByGuid,
    reviewerGuid: null,
    approverGuid: null,
  });
  return {
    state,
    workflow,
    reporterGuid,
    enteredByGuid,
    reviewerGuid: null,
    approverGuid: null,
    pastReviewers: [],
    pastApprovers: [],
    askedByGuid: null,
    holderGuids,
    holderSince: holderGuids.length > 0 ? at : null,
    severity: null,
    likelihood: null,
    changedSinceReview: false,
    approvedRevision: null,
    deletedAt: null,
    deletedByGuid: null,
    revision,
  } as IncidentProgress;
}

/** The progress after one more event. Throws when the log contains what no decision could have written. */
export function progressAfter(
  now: IncidentProgress,
  event: LaterEvent,
  { revision, at, byGuid }: StepTaken,
): IncidentProgress {
  const state = stateAfter(now.state, event);
  if ((now.deletedAt !== null) !== (event.type === 'IncidentRestored'))
    throw new Error(
      `${event.type} cannot follow on an incident that is ${now.deletedAt === null ? 'not ' : ''}deleted`,
    );
  if (state === 'APPROVAL_REQUESTED' && now.workflow !== 'REVIEW_AND_APPROVAL')
    throw new Error(`${event.type} cannot follow in the workflow ${now.workflow}`);
  // Its shape in each state is what the states' types say: the walk through random commands holds it to that.
  const next: Draft = { ...now, state, revision };
  switch (event.type) {
    case 'AttachmentErased':
    case 'AttachmentsAwaited':
      break;
    case 'IncidentAmended':
    case 'AttachmentAdded':
    case 'AttachmentChanged':
    case 'AttachmentDeleted':
    case 'AttachmentRestored':
      if (state === 'REVIEWED' || state === 'APPROVAL_REQUESTED') next.changedSinceReview = true;
      break;
    case 'IncidentDeleted':
      next.deletedAt = at;
      next.deletedByGuid = byGuid;
      break;
    case 'IncidentRestored':
      next.deletedAt = null;
      next.deletedByGuid = null;
      break;
    default:
      takeStep(next, now.state, event, byGuid);
      next.holderGuids = holdersOf(next);
      next.holderSince = next.holderGuids.length > 0 ? at : null;
  }
  return next as IncidentProgress;
}

type StepEvent = Exclude<
  LaterEvent,
  { type: 'IncidentAmended' | 'IncidentDeleted' | 'IncidentRestored' | AttachmentEvent['type'] }
>;
/** A copy that is being made, changed in place: merging objects costs more than all the rest of a fold. */
type Draft = { -readonly [Name in keyof IncidentProgress]: IncidentProgress[Name] };

/** The person named by a step, and its rating. Passing a step on does not request it again. */
function takeStep(next: Draft, before: IncidentState, event: StepEvent, byGuid: string): void {
  switch (event.type) {
    case 'ReviewRequested':
      next.reviewerGuid = event.data.reviewerGuid;
      next.pastReviewers = withPast(next.pastReviewers, next.reviewerGuid);
      if (before !== 'REVIEW_REQUESTED') next.askedByGuid = byGuid;
      return;
    case 'ApprovalRequested':
      next.approverGuid = event.data.approverGuid;
      next.pastApprovers = withPast(next.pastApprovers, next.approverGuid);
      if (before !== 'APPROVAL_REQUESTED') next.askedByGuid = byGuid;
      return;
    case 'IncidentReviewed':
      next.severity = event.data.severity;
      next.likelihood = event.data.likelihood;
      next.changedSinceReview = false;
      next.askedByGuid = null;
      return;
    case 'IncidentReturned':
      if (event.data.to === 'REPORTER') return giveBack(next);
      next.approverGuid = null;
      next.changedSinceReview = false;
      next.askedByGuid = byGuid;
      return;
    case 'IncidentApproved':
      next.approvedRevision = event.data.approvedRevision;
      next.askedByGuid = null;
      return;
    case 'IncidentReopened':
      giveBack(next);
  }
}

/** Nobody is assigned any more. */
function giveBack(next: Draft): void {
  next.reviewerGuid = null;
  next.approverGuid = null;
  next.askedByGuid = null;
  next.changedSinceReview = false;
}

const withPast = (known: readonly string[], guid: string): readonly string[] =>
  known.includes(guid) ? known : [...known, guid];
