import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { facts, snapshotOf } from './sample-incident.ts';
import type { Party } from './workflow-table.ts';

/** The people of the test matrix: their permissions, their roles in every incident, and whose incidents they see. */
export const people = {
  reporter: { holds: [], parties: ['R'], sees: 'OWN' },
  clerk: { holds: ['CREATE_EVENTS_ON_OTHERS_BEHALF'], parties: ['R'], sees: 'OWN' },
  formerReviewer: { holds: ['REVIEW_EVENTS'], parties: [], sees: 'OWN' },
  reviewer: { holds: ['REVIEW_EVENTS'], parties: [], sees: 'OWN' },
  approver: { holds: ['APPROVE_EVENTS'], parties: [], sees: 'OWN' },
  modifier: { holds: ['MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS'], parties: ['M'], sees: 'OTHERS' },
  blindModifier: { holds: ['MODIFY_EVENTS_ON_OTHERS_BEHALF'], parties: [], sees: 'OWN' },
  always: { holds: ['ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS'], parties: ['X'], sees: 'OTHERS' },
  blindAlways: { holds: ['ALWAYS_MODIFY_EVENTS'], parties: [], sees: 'OWN' },
  onlooker: { holds: ['VIEW_OTHER_USERS_EVENTS'], parties: [], sees: 'OTHERS' },
  standard: { holds: 'STANDARD', parties: [], sees: 'OWN' },
  manager: { holds: 'MANAGER', parties: ['M'], sees: 'ALL' },
  admin: { holds: 'ADMIN', parties: ['M', 'X'], sees: 'ALL' },
} as const satisfies Record<
  string,
  {
    holds: readonly Permission[] | 'STANDARD' | 'MANAGER' | 'ADMIN';
    parties: readonly Party[];
    sees: 'OWN' | 'OTHERS' | 'ALL';
  }
>;
export type Person = keyof typeof people;

/** Named in commands, without a role of their own. */
export const named = { nextReviewer: ['REVIEW_EVENTS'], nextApprover: ['APPROVE_EVENTS'] } as const satisfies Record<
  string,
  readonly Permission[]
>;
export type Named = keyof typeof named;

export interface Step {
  readonly by: Person;
  readonly event: IncidentEvent;
  readonly daysAgo?: number;
}

export interface Column {
  readonly name: string;
  readonly state: IncidentState;
  readonly workflow: 'NONE' | 'REVIEW' | 'REVIEW_AND_APPROVAL';
  readonly isSensitive?: boolean;
  /** Roles in this column in addition to the general ones. */
  readonly parties: Partial<Record<Person, readonly Party[]>>;
  /** People who own it because they were named. */
  readonly named: readonly Person[];
  readonly deleted?: { readonly by: Person; readonly isLate?: boolean };
  readonly steps: (guidOf: (person: Person) => string) => readonly Step[];
}

type GuidOf = (person: Person) => string;

const reported =
  (workflow: Column['workflow'], isSensitive = false) =>
  (guidOf: GuidOf): Step => ({
    by: 'clerk',
    event: {
      type: 'IncidentReported',
      data: {
        reporterGuid: guidOf('reporter'),
        enteredByGuid: guidOf('clerk'),
        form: { ...snapshotOf(nearMissForm), workflow, isSensitive },
        isQuick: false,
        isUrgent: false,
        ...facts,
        worksiteGuid: null,
        reportingGroupGuid: null,
      },
    },
  });
const reviewRequested =
  (by: Person, reviewer: Person) =>
  (guidOf: GuidOf): Step => ({
    by,
    event: { type: 'ReviewRequested', data: { reviewerGuid: guidOf(reviewer), isByCallList: false, routedTo: null } },
  });
/** The report asked for it itself. */
const routed =
  (by: Person, reviewer: Person) =>
  (guidOf: GuidOf): Step => ({
    by,
    event: {
      type: 'ReviewRequested',
      data: {
        reviewerGuid: guidOf(reviewer),
        isByCallList: true,
        routedTo: { because: 'ORGANIZATION', targetGuid: null },
      },
    },
  });
const approvalRequested =
  (by: Person) =>
  (guidOf: GuidOf): Step => ({ by, event: { type: 'ApprovalRequested', data: { approverGuid: guidOf('approver') } } });
const step =
  (by: Person, event: IncidentEvent, daysAgo = 0) =>
  (): Step => ({ by, event, daysAgo });
const reviewed = step('reviewer', {
  type: 'IncidentReviewed',
  data: { severity: 4, likelihood: 4, comment: null, answer: null },
});
const returned = step('reviewer', { type: 'IncidentReturned', data: { to: 'REPORTER', comment: 'Which sling?' } });
const returnedToReviewer = step('approver', {
  type: 'IncidentReturned',
  data: { to: 'REVIEWER', comment: 'Too mild' },
});
const approved = (approvedRevision: number) =>
  step('approver', {
    type: 'IncidentApproved',
    data: { approvedRevision, comment: null, answer: null, signature: null },
  });
const reopened = step('always', { type: 'IncidentReopened', data: { reason: 'New facts' } });
const deleted = (by: Person, daysAgo = 0) => step(by, { type: 'IncidentDeleted', data: {} }, daysAgo);

const history =
  (...made: ((guidOf: GuidOf) => Step)[]) =>
  (guidOf: GuidOf) =>
    made.map((make) => make(guidOf));

const full = 'REVIEW_AND_APPROVAL' as const;
const asked = reviewRequested('modifier', 'reviewer');
const toApproval = [reported(full), asked, reviewed, approvalRequested('reviewer')] as const;

/** The table's columns, some in several variants: who requested the step, how it got there, the other workflows. */
export const columns: readonly Column[] = [
  { name: 'reported', state: 'REPORTED', workflow: full, parties: {}, named: [], steps: history(reported(full)) },
  {
    name: 'returned',
    state: 'RETURNED',
    workflow: full,
    parties: {},
    named: ['reviewer'],
    steps: history(reported(full), asked, returned),
  },
  {
    name: 'review asked for by M, and passed on',
    state: 'REVIEW_REQUESTED',
    workflow: full,
    parties: { reviewer: ['V'], modifier: ['q'] },
    named: ['formerReviewer', 'reviewer'],
    steps: history(
      reported(full),
      reviewRequested('modifier', 'formerReviewer'),
      reviewRequested('formerReviewer', 'reviewer'),
    ),
  },
  {
    name: 'review that the report asked for itself',
    state: 'REVIEW_REQUESTED',
    workflow: full,
    parties: { reviewer: ['V'], clerk: ['q'] },
    named: ['reviewer'],
    steps: history(reported(full), routed('clerk', 'reviewer')),
  },
  {
    name: 'review asked for by R',
    state: 'REVIEW_REQUESTED',
    workflow: full,
    parties: { reviewer: ['V'], reporter: ['q'] },
    named: ['reviewer'],
    steps: history(reported(full), reviewRequested('reporter', 'reviewer')),
  },
  {
    name: 'sent back to the reviewer',
    state: 'REVIEW_REQUESTED',
    workflow: full,
    parties: { reviewer: ['V'], approver: ['q'] },
    named: ['reviewer', 'approver'],
    steps: history(...toApproval, returnedToReviewer),
  },
  {
    name: 'reviewed',
    state: 'REVIEWED',
    workflow: full,
    parties: { reviewer: ['V'] },
    named: ['reviewer'],
    steps: history(reported(full), asked, reviewed),
  },
  {
    name: 'approval asked for by V',
    state: 'APPROVAL_REQUESTED',
    workflow: full,
    parties: { reviewer: ['V', 'q'], approver: ['A'] },
    named: ['reviewer', 'approver'],
    steps: history(...toApproval),
  },
  {
    name: 'approval asked for by X',
    state: 'APPROVAL_REQUESTED',
    workflow: full,
    parties: { reviewer: ['V'], approver: ['A'], always: ['q'] },
    named: ['reviewer', 'approver'],
    steps: history(reported(full), asked, reviewed, approvalRequested('always')),
  },
  {
    name: 'approved',
    state: 'APPROVED',
    workflow: full,
    parties: { reviewer: ['V'], approver: ['A'] },
    named: ['reviewer', 'approver'],
    steps: history(...toApproval, approved(4)),
  },
  {
    name: 'reopened',
    state: 'REPORTED',
    workflow: full,
    parties: {},
    named: ['reviewer', 'approver'],
    steps: history(...toApproval, approved(4), reopened),
  },
  {
    name: 'reported, of the workflow REVIEW',
    state: 'REPORTED',
    workflow: 'REVIEW',
    parties: {},
    named: [],
    steps: history(reported('REVIEW')),
  },
  {
    name: 'returned, of the workflow REVIEW',
    state: 'RETURNED',
    workflow: 'REVIEW',
    parties: {},
    named: ['reviewer'],
    steps: history(reported('REVIEW'), asked, returned),
  },
  {
    name: 'in review, of the workflow REVIEW',
    state: 'REVIEW_REQUESTED',
    workflow: 'REVIEW',
    parties: { reviewer: ['V'], modifier: ['q'] },
    named: ['reviewer'],
    steps: history(reported('REVIEW'), asked),
  },
  {
    name: 'reviewed, of the workflow REVIEW',
    state: 'REVIEWED',
    workflow: 'REVIEW',
    parties: { reviewer: ['V'] },
    named: ['reviewer'],
    steps: history(reported('REVIEW'), asked, reviewed),
  },
  {
    name: 'closed, of the workflow NONE',
    state: 'CLOSED',
    workflow: 'NONE',
    parties: {},
    named: [],
    steps: history(reported('NONE')),
  },
  {
    name: 'in review and sensitive',
    state: 'REVIEW_REQUESTED',
    workflow: full,
    isSensitive: true,
    parties: { reviewer: ['V'], modifier: ['q'] },
    named: ['reviewer'],
    steps: history(reported(full, true), asked),
  },
  {
    name: 'approved and sensitive',
    state: 'APPROVED',
    workflow: full,
    isSensitive: true,
    parties: { reviewer: ['V'], approver: ['A'] },
    named: ['reviewer', 'approver'],
    steps: history(reported(full, true), asked, reviewed, approvalRequested('reviewer'), approved(4)),
  },
  {
    name: 'deleted by R',
    state: 'REPORTED',
    workflow: full,
    parties: {},
    named: [],
    deleted: { by: 'reporter' },
    steps: history(reported(full), deleted('reporter')),
  },
  {
    name: 'deleted by X after the review',
    state: 'REVIEWED',
    workflow: full,
    parties: { reviewer: ['V'] },
    named: ['reviewer'],
    deleted: { by: 'always' },
    steps: history(reported(full), asked, reviewed, deleted('always', 29)),
  },
  {
    name: 'deleted more than 30 days ago',
    state: 'REPORTED',
    workflow: full,
    parties: {},
    named: [],
    deleted: { by: 'reporter', isLate: true },
    steps: history(reported(full), deleted('reporter', 31)),
  },
];
