import { z } from 'zod';
import { shownAnswer } from '../forms/answer-value.ts';
import { actorKinds } from '../kernel/domain-event.ts';
import { form } from '../forms/form.ts';
import { listOf } from '../kernel/values/list.ts';
import { classifications, incidentStates, personTypes, riskBands } from './vocabulary.ts';
import { incidentCommands } from './policy.ts';
import { eventWorkflows } from '../organizations/events.ts';
import { person } from '../kernel/values/person.ts';

const place = z.object({
  worksiteGuid: z.string().nullable(),
  worksiteName: z.string().nullable(),
  regionGuid: z.string().nullable(),
  regionName: z.string().nullable(),
  location: z.string().nullable(),
});

/**
 * The persons who must act next, and since when; null if nobody must. For a report on behalf of another person this
 * includes the person who entered it.
 */
const holder = person.extend({ alsoWith: person.nullable(), since: z.string() }).nullable();

const summary = {
  eventId: z.string(),
  number: z.int(),
  heading: z.string(),
  formGuid: z.string(),
  formName: z.string(),
  occurrenceDate: z.string(),
  occurrenceTime: z.string().nullable(),
  timeZone: z.string(),
  state: z.enum(incidentStates),
  place,
  reporter: person,
  reviewer: person.nullable(),
  approver: person.nullable(),
  holder,
  /**
   * It waits for a reviewer or approver who left or lost the permission: the requester, or a member who may change any
   * event, must name another one.
   */
  needsReassigning: z.boolean(),
  severity: z.int().nullable(),
  likelihood: z.int().nullable(),
  riskScore: z.int().nullable(),
  riskBand: z.enum(riskBands).nullable(),
  isLeading: z.boolean(),
  isSensitive: z.boolean(),
  changedSinceReview: z.boolean(),
  reportedAt: z.string(),
  /** Present if it came in with a table of another system. */
  isImported: z.literal(true).optional(),
  /** When and by whom it was deleted; its state is the one it would be restored to. */
  deleted: z.object({ at: z.string(), by: person }).nullable(),
  revision: z.int(),
};

export const incidentListItem = z.object(summary);
export type IncidentListItem = z.output<typeof incidentListItem>;
/**
 * A search for words looks through so many of the newest events at a time: then `searchedFrom` is the number of the
 * oldest of them, and the count is theirs. Null where nothing older is left.
 */
export const incidentList = listOf(incidentListItem).extend({ searchedFrom: z.int().nullable() });
export type IncidentList = z.output<typeof incidentList>;

/** A step that has been taken, for the rail. */
export const incidentStep = z.object({
  type: z.string(),
  revision: z.int(),
  at: z.string(),
  by: person,
  /** The person named in the step, or the reviewer or reporter it was returned to. */
  to: person.nullable(),
  comment: z.string().nullable(),
  /** Only where nobody asked for the step: the report went to someone of itself. */
  isRouted: z.literal(true).optional(),
  /** What the reviewer chose in this step. */
  rating: z.object({ severity: z.int(), likelihood: z.int() }).optional(),
  /** What the approver signed with, if they did. */
  signature: z.object({ name: z.string(), drawing: z.string().optional() }).optional(),
});

export const incidentDetail = z.object({
  ...summary,
  workflow: z.enum(eventWorkflows),
  formVersion: z.int(),
  description: z.string(),
  immediateActions: z.string().nullable(),
  reportingGroupGuid: z.string().nullable(),
  reportingGroupName: z.string().nullable(),
  enteredBy: person,
  injuredPersons: z.array(
    z.object({
      injuredPersonGuid: z.string(),
      name: z.string(),
      userAccountGuid: z.string().nullable(),
      personType: z.enum(personTypes),
      classification: z.enum(classifications).nullable(),
      nature: z.string().nullable(),
      bodyPart: z.string().nullable(),
      source: z.string().nullable(),
      event: z.string().nullable(),
      treatment: z.string().nullable(),
      daysAway: z.int().nullable(),
      daysRestricted: z.int().nullable(),
    }),
  ),
  relatedPersons: z.array(
    z.object({
      relatedPersonGuid: z.string(),
      name: z.string(),
      emailAddress: z.string().nullable(),
      role: z.string().nullable(),
    }),
  ),
  components: z.array(
    z.object({
      groupGuid: z.string(),
      answers: z.array(z.object({ questionGuid: z.string(), value: shownAnswer, signerGuid: z.string().optional() })),
    }),
  ),
  /**
   * What a quick report has left open that its form demands, and that its review waits for; without a guid it is the
   * reporting group. None of other reports.
   */
  openQuestions: z.array(z.object({ questionGuid: z.string().nullable(), text: z.string() })),
  steps: z.array(incidentStep),
  /** The last sentence to its reporter, of a review or an approval; null for none. */
  answer: z.object({ text: z.string(), by: person, at: z.string() }).nullable(),
  approvedRevision: z.int().nullable(),
  /** What the one who asks may do now; nothing with a revision of the past. */
  allowedCommands: z.array(z.enum(incidentCommands)),
  /** Whether they may ask for a corrective action of it. */
  mayAddTask: z.boolean(),
  /**
   * The shown revision, its time, the newest revision and its position in the log; only for requests of a past state.
   */
  asOf: z
    .object({
      revision: z.int(),
      at: z.string(),
      latest: z.int(),
      position: z.int(),
      recordedAt: z.string(),
      seal: z.string(),
    })
    .optional(),
  /**
   * What an auditor reads the answers by, who asks for neither forms nor members: the version that was answered, and
   * what its answers name by guid.
   */
  answered: z
    .object({ form: form.nullable(), names: z.array(z.object({ guid: z.string(), name: z.string() })) })
    .optional(),
});
export type IncidentDetail = z.output<typeof incidentDetail>;

/** What every accepted command on an incident answers. */
export const incidentCommandAnswer = z.object({ eventId: z.string(), revision: z.int(), number: z.int().nullable() });

/**
 * In the order of the log. If its reporting group was archived meanwhile this is included, with the revision before it.
 */
export const incidentHistory = z.object({
  items: z.array(
    z.object({
      revision: z.int(),
      position: z.int(),
      type: z.string(),
      at: z.string(),
      recordedAt: z.string(),
      actor: person.extend({ kind: z.enum(actorKinds) }),
      client: z.object({ product: z.string(), device: z.string() }),
      onBehalfOf: person.nullable(),
      /** Values as people read them; null is "nothing". */
      changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
      comment: z.string().nullable(),
      /** Whom the report went to of itself, as a sentence; null where a person did something. */
      wentTo: z.string().nullable(),
      /** The first eight hex digits of the event's hash. */
      seal: z.string(),
    }),
  ),
  totalCount: z.int(),
});
export type IncidentHistory = z.output<typeof incidentHistory>;
