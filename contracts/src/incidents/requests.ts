import { z } from 'zod';
import { MAX_FILE_LIMIT_BYTES, MAX_ATTACHMENTS } from '../attachments/file-types.ts';
import { answerValue, drawing } from '../forms/answer-value.ts';
import { MAX_ANSWER_LENGTH } from './events.ts';
import { day, instant, timeOfDay } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { listQuery } from '../kernel/values/list.ts';
import {
  answeredWhen,
  classifications,
  incidentSortKeys,
  listedStates,
  personTypes,
  riskBands,
  sortDirections,
} from './vocabulary.ts';
import { safeText } from '../kernel/values/text.ts';
import { emailAddress } from '../kernel/values/email-address.ts';

const days = z.int().min(0).max(100_000);
const code = z.string().regex(/^\d{1,4}$/);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

const injuredPerson = z.strictObject({
  /** Given again when a known person is amended; without it the person is a new one. */
  injuredPersonGuid: optional(guid),
  name: safeText.trim().min(1).max(200),
  userAccountGuid: optional(guid),
  personType: z.enum(personTypes),
  classification: optional(z.enum(classifications)),
  /** OIICS 2 codes. */
  nature: optional(code),
  bodyPart: optional(code),
  source: optional(code),
  event: optional(code),
  treatment: optional(safeText.max(10_000)),
  daysAway: optional(days),
  daysRestricted: optional(days),
});

const relatedPerson = z.strictObject({
  relatedPersonGuid: optional(guid),
  name: safeText.trim().min(1).max(200),
  emailAddress: optional(emailAddress),
  role: optional(safeText.trim().max(200)),
});

const component = z.strictObject({
  groupGuid: guid,
  /**
   * People who are new in this request are named by their place in its lists, such as `injured/0` or `related/1`; a
   * signature by the member whose it is, if it is one's.
   */
  answers: z.array(z.strictObject({ questionGuid: guid, value: answerValue, signerGuid: optional(guid) })).max(500),
});

const reported = {
  occurrenceDate: day,
  occurrenceTime: optional(timeOfDay),
  reportingGroupGuid: optional(guid),
  worksiteGuid: optional(guid),
  regionGuid: optional(guid),
  location: optional(safeText.trim().max(1000)),
  description: safeText.trim().min(1).max(100_000),
  immediateActions: optional(safeText.trim().max(100_000)),
  injuredPersons: z.array(injuredPerson).max(500).optional(),
  relatedPersons: z.array(relatedPerson).max(500).optional(),
  components: z.array(component).min(1).max(200),
};

/** POST /reported-events. */
export const reportIncidentRequest = z.strictObject({
  organizationGuid: guid.optional(),
  formGuid: guid,
  formVersion: z.int().positive(),
  onBehalfOfUserGuid: optional(guid),
  /**
   * When the person did it: five minutes ahead at most, and on the day of the event or later, as the clocks there show
   * it. Without it, when the request arrived.
   */
  at: instant.optional(),
  /** Files that the device sends once the report has arrived, each under its guid. */
  awaitedAttachments: z
    .array(
      z.strictObject({
        attachmentGuid: guid,
        name: z
          .string()
          .min(1)
          .max(4000)
          .refine((name) => name.isWellFormed()),
        size: z.int().min(1).max(MAX_FILE_LIMIT_BYTES),
        questionGuid: guid.optional(),
      }),
    )
    .max(MAX_ATTACHMENTS)
    .optional(),
  /** A quick report from the field: answers and the reporting group may be missing until its review. */
  isQuick: z.boolean().optional(),
  /** The reporter needs someone now: raises an alarm, where the organization has that rule switched on. */
  isUrgent: z.boolean().optional(),
  ...reported,
  /** None only of a quick one. */
  components: z.array(component).max(200).default([]),
});
export type ReportIncidentRequest = z.output<typeof reportIncidentRequest>;

/** PATCH /reported-events/{eventId}: omitted fields stay unchanged, null clears. */
export const amendIncidentRequest = z.strictObject(reported).partial();
export type AmendIncidentRequest = z.output<typeof amendIncidentRequest>;

/** A sentence to anyone who reported it. */
const answer = safeText.trim().max(MAX_ANSWER_LENGTH);

export const requestReviewRequest = z.strictObject({ reviewerGuid: optional(guid) });
export const reviewRequest = z.strictObject({
  severity: optional(z.int().min(0).max(5)),
  likelihood: optional(z.int().min(0).max(5)),
  comment: optional(safeText.trim().max(100_000)),
  answer: optional(answer),
});
export const returnRequest = z.strictObject({ comment: safeText.trim().min(1).max(100_000) });
export const requestApprovalRequest = z.strictObject({ approverGuid: optional(guid) });
export const approveRequest = z.strictObject({
  approvalComment: optional(safeText.trim().max(100_000)),
  answer: optional(answer),
  /** The approver's own name. Case and spaces do not matter. */
  signature: optional(safeText.trim().max(200)),
  /** Drawn beside the name. */
  signatureDrawing: optional(drawing),
});
export const reopenRequest = z.strictObject({ reason: safeText.trim().min(1).max(100_000) });

/** The list's filter: JSON in the API's address, flat parameters in the console's. */
export const incidentFilter = z.strictObject({
  /** Deleted ones are listed only where DELETED is named, and to those who may restore them. */
  state: z.array(z.enum(listedStates)).max(listedStates.length).optional(),
  formGuid: z.array(guid).max(100).optional(),
  categoryGuid: z.array(guid).max(100).optional(),
  reportingGroupGuid: z.array(guid).max(100).optional(),
  worksiteGuid: z.array(guid).max(100).optional(),
  regionGuid: guid.optional(),
  from: day.optional(),
  to: day.optional(),
  reporterGuid: guid.optional(),
  /** Persons who must act next. */
  holderGuid: guid.optional(),
  assignedToMe: z.boolean().optional(),
  riskBand: z.array(z.enum(riskBands)).max(5).optional(),
  /** Reports with a workflow, not imported, by how soon someone else reviewed, returned or approved them. */
  answered: z.enum(answeredWhen).optional(),
  /** Days of the report, by the organization's clocks. */
  reportedFrom: day.optional(),
  reportedTo: day.optional(),
  /** Words of the heading, the description or the place, or a number. */
  text: safeText.trim().max(200).optional(),
});
export type IncidentFilter = z.output<typeof incidentFilter>;

/** One event: as it is, or as one of its revisions left it. */
/** At most one of the last three: a revision, what the log knew at an instant, or at one of its positions. */
export const incidentQuery = z.strictObject({
  organizationGuid: guid.optional(),
  revision: z.coerce.number().int().positive().optional(),
  asOf: instant.optional(),
  asOfPosition: z.coerce.number().int().positive().optional(),
});

/** Asked for by its name alone, or with what it says. */
const flag = z.enum(['', 'true', 'false']).optional();

/** An event as a document: with its photos, its corrective actions, its history, or as a revision left it. */
export const incidentDocumentQuery = z.strictObject({
  organizationGuid: guid.optional(),
  photos: flag,
  tasks: flag,
  history: flag,
  revision: z.coerce.number().int().positive().optional(),
});

export const incidentListQuery = listQuery.extend({
  organizationGuid: guid.optional(),
  sortBy: z.enum(incidentSortKeys).default('OCCURRENCE_DATE'),
  sortDirection: z.enum(sortDirections).default('DESCENDING'),
  /** URL-encoded JSON of `incidentFilter`. */
  filter: safeText.max(20_000).optional(),
  /** Searches only events with lower numbers: the `searchedFrom` of a search that did not reach them. */
  searchBefore: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type IncidentListQuery = z.output<typeof incidentListQuery>;
