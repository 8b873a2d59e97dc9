import type { AlarmEvent } from '../alarms/events.ts';
import { fileVerbs } from '../attachments/attachment-texts.ts';
import type { IncidentEvent, InjuredPersonFact } from './events.ts';
import type { ListedState } from './vocabulary.ts';
import type { Classification, PersonType, RiskBand } from './vocabulary.ts';
import type { IncidentCommand } from './policy.ts';

/** What an event's states are called: badges, filters, the steps of its workflow and sentences have the same word. */
export const stateTexts: Readonly<Record<ListedState, string>> = {
  REPORTED: 'Reported',
  RETURNED: 'Returned',
  REVIEW_REQUESTED: 'Review requested',
  REVIEWED: 'Reviewed',
  APPROVAL_REQUESTED: 'Approval requested',
  APPROVED: 'Approved',
  CLOSED: 'Closed',
  DELETED: 'Deleted',
};

/** It came in with a table of another system. */
export const IMPORTED = 'Imported';

/** What an event needs that waits for a person who left or may not do it any more. */
export const needsAnotherText = (state: ListedState): string =>
  `needs another ${state === 'REVIEW_REQUESTED' ? 'reviewer' : 'approver'}`;

export const riskBandTexts: Readonly<Record<RiskBand, string>> = {
  NONE: 'None',
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  EXTREME: 'Extreme',
};

export const personTypeTexts: Readonly<Record<PersonType, string>> = {
  EMPLOYEE: 'Employee',
  CONTRACTOR: 'Contractor',
  VISITOR: 'Visitor',
  PUBLIC: 'Member of the public',
};

export const classificationTexts: Readonly<Record<Classification, string>> = {
  FIRST_AID: 'First aid',
  MEDICAL_AID: 'Medical aid',
  RESTRICTED: 'Restricted work',
  LOST_TIME: 'Lost time',
  FATALITY: 'Fatality',
};

const days = (count: number, kind: string): string => `${count} ${count === 1 ? 'day' : 'days'} ${kind}`;

/** Who was hurt and how it turned out, fact by fact: "Employee", "Lost time", "1 day away". */
export const injuredTexts = ({
  personType,
  classification,
  daysAway,
  daysRestricted,
}: Pick<InjuredPersonFact, 'personType' | 'classification' | 'daysAway' | 'daysRestricted'>): string[] => [
  personTypeTexts[personType],
  ...(classification === null ? [] : [classificationTexts[classification]]),
  ...(daysAway === null ? [] : [days(daysAway, 'away')]),
  ...(daysRestricted === null ? [] : [days(daysRestricted, 'restricted')]),
];

/** The four questions that OIICS 2 answers about an injury. */
export const oiicsTexts = {
  nature: 'Nature of the injury',
  bodyPart: 'Part of the body',
  source: 'Source of the injury',
  event: 'Event or exposure',
} as const;

/** Labels of an event's fields in facts, columns, filters and its history. A form may use them in a question. */
export const eventFieldTexts = {
  description: 'What happened',
  occurrenceDate: 'Date',
  occurrenceTime: 'Time',
  timeZone: 'Time zone',
  worksite: 'Worksite',
  region: 'Region',
  location: 'Location',
  reportingGroup: 'Reporting group',
  reporter: 'Reported by',
  immediateActions: 'Immediate actions',
  injuredPersons: 'People hurt',
  relatedPersons: 'Other people',
  classification: 'Outcome',
  treatment: 'Treatment',
  answers: 'Answers',
  state: 'State',
  risk: 'Risk',
  severity: 'Severity',
  likelihood: 'Likelihood',
  reviewer: 'Reviewer',
  approver: 'Approver',
  comment: 'Comment',
  signature: 'Signature',
  approvedRevision: 'Approved revision',
} as const;

/** What a region may be, where one is looked for. */
export const REGION_HINT = 'Province, state or territory';

/** The commands on an event, as buttons and the titles of their dialogs have them. */
export const commandTexts: Readonly<
  Record<IncidentCommand | 'reassign' | 'change-rating', (number: number) => string>
> = {
  amend: (number) => `Edit event ${number}`,
  'request-review': (number) => `Send event ${number} for review`,
  review: (number) => `Review event ${number}`,
  'change-rating': (number) => `Change the rating of event ${number}`,
  return: (number) => `Return event ${number}`,
  'request-approval': (number) => `Send event ${number} for approval`,
  reassign: (number) => `Reassign event ${number}`,
  approve: (number) => `Approve event ${number}`,
  reopen: (number) => `Reopen event ${number}`,
  delete: (number) => `Delete event ${number}`,
  restore: (number) => `Restore event ${number}`,
};

/**
 * What a person did, to follow their name: "asked Daniel Okafor for a review". `what` is the person they asked, or the
 * fields they changed.
 */
export const didTexts: Readonly<Record<IncidentEvent['type'] | AlarmEvent['type'], (what?: string) => string>> = {
  IncidentReported: () => 'reported the event',
  IncidentAmended: (what = 'the event') => `changed ${what}`,
  ReviewRequested: (whom = 'someone') => `asked ${whom} for a review`,
  IncidentReviewed: () => 'reviewed the event',
  IncidentReturned: () => 'returned the event',
  ApprovalRequested: (whom = 'someone') => `asked ${whom} for approval`,
  IncidentApproved: () => 'approved the event',
  IncidentReopened: () => 'reopened the event',
  IncidentDeleted: () => 'deleted the event',
  IncidentRestored: () => 'restored the event',
  AttachmentsAwaited: () => fileVerbs.AttachmentsAwaited,
  AttachmentAdded: () => fileVerbs.AttachmentAdded,
  AttachmentChanged: () => fileVerbs.AttachmentChanged,
  AttachmentDeleted: () => fileVerbs.AttachmentDeleted,
  AttachmentRestored: () => fileVerbs.AttachmentRestored,
  AttachmentErased: () => fileVerbs.AttachmentErased,
  // Events of the event's alarm, which its history shows among its own.
  AlarmRaised: () => 'raised an alarm',
  AlarmEscalated: () => 'alerted more people',
  AlarmAcknowledged: () => 'answered the alarm',
  AlarmCalledOff: () => 'called off the alarm',
};

/** Its reporting group was archived: a line in the event's history that is no event of its own. */
export const GROUP_ARCHIVED = 'archived the reporting group';

export const CHANGED_SINCE_REVIEW = 'Changed since the review';

/** A revision, where the one that was approved is offered to be read. */
export const approvedRevisionText = (revision: number): string => `Revision ${revision}, as it was approved`;
