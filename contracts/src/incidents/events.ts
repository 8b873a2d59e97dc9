import { z } from 'zod';
import { attachmentEvents } from '../attachments/events.ts';
import { answerValue, drawing } from '../forms/answer-value.ts';
import { day, timeOfDay, timeZone } from '../kernel/values/dates.ts';
import { defineEvent, personal, plain, STREAM, subject, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { eventWorkflows } from '../organizations/events.ts';
import { reasonsForAsking } from '../routing/who-is-asked.ts';
import { classifications, personTypes } from './vocabulary.ts';
import { safeText } from '../kernel/values/text.ts';
import { storedEmailAddress } from '../kernel/values/email-address.ts';

/** Free text about an incident is sealed with the incident's own key. */
const text = (maximum: number) => personal(safeText.max(maximum), STREAM);

/** What the form was when the incident was reported: later changes of the form touch new incidents only. */
export const formSnapshot = z.strictObject({
  formGuid: guid,
  version: z.int().positive(),
  name: plain(safeText, 'the name of a form'),
  workflow: z.enum(eventWorkflows),
  isSensitive: z.boolean(),
  isLeading: z.boolean(),
  trifContributor: z.boolean(),
  ltifContributor: z.boolean(),
  mvifContributor: z.boolean(),
});
export type FormSnapshot = z.output<typeof formSnapshot>;

const oiicsCode = plain(safeText, 'a code of OIICS');

/** A member's key seals a member's name, so that an erasure removes it wherever it was written. */
const hurt = [subject.member('userAccountGuid'), subject.injured('injuredPersonGuid')] as const;

export const injuredPersonFact = z.strictObject({
  injuredPersonGuid: guid,
  name: personal(safeText.min(1).max(200), ...hurt),
  userAccountGuid: guid.nullable(),
  personType: z.enum(personTypes),
  classification: z.enum(classifications).nullable(),
  nature: oiicsCode.nullable(),
  bodyPart: oiicsCode.nullable(),
  source: oiicsCode.nullable(),
  event: oiicsCode.nullable(),
  treatment: personal(safeText.max(10_000), ...hurt).nullable(),
  daysAway: z.int().nonnegative().nullable(),
  daysRestricted: z.int().nonnegative().nullable(),
});
export type InjuredPersonFact = z.output<typeof injuredPersonFact>;

const relatedPersonFact = z.strictObject({
  relatedPersonGuid: guid,
  name: personal(safeText.min(1).max(200), subject.related('relatedPersonGuid')),
  emailAddress: personal(storedEmailAddress, subject.related('relatedPersonGuid')).nullable(),
  role: personal(safeText.max(200), subject.related('relatedPersonGuid')).nullable(),
});

const componentFact = z.strictObject({
  groupGuid: guid,
  answers: z.array(
    z.strictObject({
      questionGuid: guid,
      /** Who signed, where a member did: what they signed with goes with them. */
      signerGuid: guid.optional(),
      value: personal(answerValue, subject.member('signerGuid')),
    }),
  ),
});

/** The part of an incident that its reporter writes and that may be amended. */
export const incidentFacts = z.strictObject({
  occurrenceDate: day,
  occurrenceTime: timeOfDay.nullable(),
  /** The worksite's zone, else the organization's; the day and the time are meant in it. */
  timeZone,
  reportingGroupGuid: guid.nullable(),
  worksiteGuid: guid.nullable(),
  regionGuid: guid.nullable(),
  location: text(1000).nullable(),
  description: text(100_000),
  immediateActions: text(100_000).nullable(),
  injuredPersons: z.array(injuredPersonFact),
  relatedPersons: z.array(relatedPersonFact),
  components: z.array(componentFact),
});
export type IncidentFacts = z.output<typeof incidentFacts>;

/** Older answers were only texts, numbers and lists: they stay valid. */
const asItWas = (first: unknown) => first;

/** Whatever was reported before there were quick reports answers what its form demands. */
const inFull = (second: object) => ({ ...second, isQuick: false });

/** Before alarms nobody could be called for in a report. */
const withoutCall = (third: object) => ({ ...third, isUrgent: false });

/** Draws the incident's number. */
export const incidentReported = defineEvent(
  'IncidentReported',
  z.strictObject({
    reporterGuid: guid,
    enteredByGuid: guid,
    form: formSnapshot,
    /** A quick report: required questions may be unanswered. */
    isQuick: z.boolean(),
    /** The reporter needs someone now. */
    isUrgent: z.boolean(),
    ...incidentFacts.shape,
  }),
  [asItWas, inFull, withoutCall],
);

/** The new values of what was changed, and nothing else. */
export const incidentAmended = defineEvent('IncidentAmended', incidentFacts.partial(), [asItWas]);

/** Before reports went to someone at once, a person always chose the reviewer. */
const asChosen = (first: object) => ({ ...first, isByCallList: false, routedTo: null });

/** Asked for, or passed to another reviewer. */
export const reviewRequested = defineEvent(
  'ReviewRequested',
  z.strictObject({
    reviewerGuid: guid,
    /** Whether the report went to them by a call list, and nobody chose them. */
    isByCallList: z.boolean(),
    /** Why it went to them where nobody chose them, with the worksite or group of the reason; else null. */
    routedTo: z.strictObject({ because: z.enum(reasonsForAsking), targetGuid: guid.nullable() }).nullable(),
  }),
  [asChosen],
);

/** Maximum length of a sentence to the reporter. */
export const MAX_ANSWER_LENGTH = 1_000;

/** Reporters were not told yet what became of their reports. */
const withoutAnswer = (before: object) => ({ ...before, answer: null });

export const incidentReviewed = defineEvent(
  'IncidentReviewed',
  z.strictObject({
    /** Both are null where the event's form asks for no rating. */
    severity: z.int().min(0).max(5).nullable(),
    likelihood: z.int().min(0).max(5).nullable(),
    comment: text(100_000).nullable(),
    /** A sentence to its reporter. */
    answer: text(MAX_ANSWER_LENGTH).nullable(),
  }),
  [asItWas, withoutAnswer],
);

/** By the reviewer to the reporter, or by the approver to the reviewer. */
export const incidentReturned = defineEvent(
  'IncidentReturned',
  z.strictObject({ to: z.enum(['REPORTER', 'REVIEWER']), comment: text(100_000) }),
);

export const approvalRequested = defineEvent('ApprovalRequested', z.strictObject({ approverGuid: guid }));

/** A signature of the approver, sealed with their key. */
const approverSignature = z.strictObject({
  /** Null where any name could be typed: nobody checked whose it is. */
  signerGuid: guid.nullable(),
  name: personal(safeText.max(200), subject.member('signerGuid')),
  drawing: personal(drawing.nullable(), subject.member('signerGuid')),
});

/** The first version's signature was any text. */
const asTyped = (first: { readonly signature: string | null }) => ({
  ...first,
  signature: first.signature === null ? null : { signerGuid: null, name: first.signature, drawing: null },
});

export const incidentApproved = defineEvent(
  'IncidentApproved',
  z.strictObject({
    /** What the approver saw; it stays readable after the incident is reopened. */
    approvedRevision: z.int().positive(),
    comment: text(100_000).nullable(),
    /** A sentence to its reporter. */
    answer: text(MAX_ANSWER_LENGTH).nullable(),
    signature: approverSignature.nullable(),
  }),
  [asTyped, withoutAnswer],
);

export const incidentReopened = defineEvent('IncidentReopened', z.strictObject({ reason: text(100_000) }));
export const incidentDeleted = defineEvent('IncidentDeleted', z.strictObject({}));
export const incidentRestored = defineEvent('IncidentRestored', z.strictObject({}));

export const incidentEvents = [
  incidentReported,
  incidentAmended,
  reviewRequested,
  incidentReviewed,
  incidentReturned,
  approvalRequested,
  incidentApproved,
  incidentReopened,
  incidentDeleted,
  incidentRestored,
  ...attachmentEvents,
] as const;
export type IncidentEvent = EventOf<(typeof incidentEvents)[number]>;
