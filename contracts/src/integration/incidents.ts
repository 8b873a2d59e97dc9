import { z } from 'zod';
import { day, timeOfDay, timeZone } from '../kernel/values/dates.ts';
import { isSignature } from '../forms/answer-kind.ts';
import { answerValue } from '../forms/answer-value.ts';
import { guid } from '../kernel/values/ids.ts';
import {
  incidentEvents,
  incidentFacts,
  injuredPersonFact,
  type FormSnapshot,
  type IncidentEvent,
  type IncidentFacts,
} from '../incidents/events.ts';
import { progressAfter, reportedProgress, type IncidentProgress } from '../incidents/progress.ts';
import {
  classifications,
  incidentStates,
  personTypes,
  riskBand,
  riskBands,
  riskScore,
} from '../incidents/vocabulary.ts';
import type { Channel, Level } from './channel.ts';
import type { LoggedEvent, Mapped } from './logged-event.ts';

const count = z.int().min(0);
const rating = z.int().min(0).max(5).nullable();

const factsData = {
  eventId: guid,
  number: z.int().positive(),
  state: z.enum([...incidentStates, 'DELETED']),
  formGuid: guid,
  formName: z.string(),
  formVersion: z.int().positive(),
  isLeading: z.boolean(),
  isSensitive: z.boolean(),
  trifContributor: z.boolean(),
  ltifContributor: z.boolean(),
  mvifContributor: z.boolean(),
  occurrenceDate: day,
  occurrenceTime: timeOfDay.nullable(),
  timeZone,
  worksiteGuid: guid.nullable(),
  regionGuid: guid.nullable(),
  reportingGroupGuid: guid.nullable(),
  severity: rating,
  likelihood: rating,
  riskBand: z.enum(riskBands).nullable(),
  reportedAt: z.iso.datetime(),
  /** What the event changed, by the fields' names, also of fields that the level leaves out. */
  changed: z.array(z.string()),
  injured: z.array(
    z.strictObject({ personType: z.enum(personTypes), classification: z.enum(classifications).nullable(), count }),
  ),
} as const;

const personsData = {
  reporterGuid: guid,
  enteredByGuid: guid,
  reviewerGuid: guid.nullable(),
  approverGuid: guid.nullable(),
  actorGuid: guid,
  injuredPersons: z.array(injuredPersonFact.omit({ name: true, treatment: true })),
} as const;

const { description, location, immediateActions } = incidentFacts.shape;
const textData = {
  description,
  location,
  immediateActions,
  comment: z.string().nullable(),
  /** A sentence to the reporter. */
  answer: z.string().nullable(),
  components: z.array(
    z.strictObject({ groupGuid: guid, answers: z.array(z.strictObject({ questionGuid: guid, value: answerValue })) }),
  ),
} as const;

/** Text fields, which are omitted if a message has no room for all. */
export const textFields = [
  'components',
  'description',
  'immediateActions',
  'comment',
  'location',
] as const satisfies readonly (keyof typeof textData)[];
export type TextField = (typeof textFields)[number];

/**
 * An incident as it is after an event: what every level tells, what the higher ones add, and what a message had no room
 * for.
 */
export const incidentData = z.strictObject({
  ...factsData,
  ...z.object(personsData).partial().shape,
  ...z.object(textData).partial().shape,
  omitted: z.array(z.enum(textFields)).optional(),
});
export type IncidentData = z.output<typeof incidentData>;

/** Steps of the workflow. Every other event of an incident's stream is published as a change of it. */
const types = {
  IncidentReported: 'reported',
  IncidentAmended: 'amended',
  ReviewRequested: 'review-requested',
  IncidentReviewed: 'reviewed',
  IncidentReturned: 'returned',
  ApprovalRequested: 'approval-requested',
  IncidentApproved: 'approved',
  IncidentReopened: 'reopened',
  IncidentDeleted: 'deleted',
  IncidentRestored: 'restored',
} as const satisfies Partial<Record<IncidentEvent['type'], string>>;

const known: ReadonlySet<string> = new Set(incidentEvents.map(({ type }) => type));

type TypeOf = `plimsoll.incident.${(typeof types)[keyof typeof types]}.v1`;
export const incidentsData = Object.fromEntries(
  Object.values(types).map((step) => [`plimsoll.incident.${step}.v1`, incidentData]),
) as Record<TypeOf, typeof incidentData>;

/** An incident as folded from its stream so far. */
export interface IncidentSoFar {
  readonly number: number;
  readonly form: FormSnapshot;
  readonly facts: IncidentFacts;
  readonly progress: IncidentProgress;
  readonly reportedAt: string;
}

/** An incident after one more event of its stream. Throws at what cannot follow. */
export function incidentAfter(before: IncidentSoFar | null, logged: LoggedEvent): IncidentSoFar {
  const event = logged as LoggedEvent & IncidentEvent;
  const taken = { revision: logged.revision, at: logged.metadata.at, byGuid: logged.metadata.actor.userGuid };
  if (event.type === 'IncidentReported') {
    if (before !== null || logged.number === null)
      throw new Error(`The incident ${logged.stream.guid} is reported a second time, or without a number`);
    const { reporterGuid: _, enteredByGuid: __, form, ...facts } = event.data;
    return { number: logged.number, form, facts, progress: reportedProgress(event, taken), reportedAt: taken.at };
  }
  if (before === null) throw new Error(`The incident ${logged.stream.guid} begins with ${logged.type}`);
  if (before.progress.revision + 1 !== logged.revision)
    throw new Error(
      `Revision ${logged.revision} of the incident ${logged.stream.guid} does not follow on ${before.progress.revision}`,
    );
  return {
    ...before,
    progress: progressAfter(before.progress, event, taken),
    facts: event.type === 'IncidentAmended' ? { ...before.facts, ...event.data } : before.facts,
  };
}

/** Maps a step of an incident; null for a sensitive one on a channel without those. */
export function mapIncident(
  event: LoggedEvent,
  before: IncidentSoFar | null,
  after: IncidentSoFar,
  { level, includeSensitive }: Channel,
): Mapped | null {
  if (after.form.isSensitive && !includeSensitive) return null;
  if (!known.has(event.type)) throw new Error(`No mapping knows ${event.type}`);
  const step = types[event.type as keyof typeof types] ?? types.IncidentAmended;
  return {
    type: `plimsoll.incident.${step}.v1`,
    subject: `reported-events/${event.stream.guid}`,
    data: dataOf(event, before, after, level),
  };
}

function dataOf(event: LoggedEvent, before: IncidentSoFar | null, after: IncidentSoFar, level: Level): IncidentData {
  const now = stateOf(event.stream.guid, after);
  const { persons } = now;
  return {
    ...now.facts,
    changed: changedBy(event, before && stateOf(event.stream.guid, before), now),
    ...(level !== 'FACTS' && { ...persons, actorGuid: event.metadata.actor.userGuid }),
    ...(level === 'TEXT' && textsOf(event, after)),
  };
}

const CONTRIBUTION = ['isLeading', 'isSensitive', 'trifContributor', 'ltifContributor', 'mvifContributor'] as const;

function stateOf(eventId: string, { number, form, facts, progress, reportedAt }: IncidentSoFar) {
  const { severity, likelihood, reporterGuid, enteredByGuid, reviewerGuid, approverGuid } = progress;
  const { occurrenceDate, occurrenceTime, timeZone: zone, worksiteGuid, regionGuid, reportingGroupGuid } = facts;
  const flags = Object.fromEntries(CONTRIBUTION.map((flag) => [flag, form[flag]])) as Pick<
    FormSnapshot,
    (typeof CONTRIBUTION)[number]
  >;
  return {
    facts: {
      eventId,
      number,
      state: progress.deletedAt === null ? progress.state : ('DELETED' as const),
      formGuid: form.formGuid,
      formName: form.name,
      formVersion: form.version,
      ...flags,
      occurrenceDate,
      occurrenceTime,
      timeZone: zone,
      worksiteGuid,
      regionGuid,
      reportingGroupGuid,
      severity,
      likelihood,
      riskBand: riskBand(riskScore(severity, likelihood)),
      reportedAt,
      injured: countedInjuries(facts),
    },
    persons: {
      reporterGuid,
      enteredByGuid,
      reviewerGuid,
      approverGuid,
      injuredPersons: facts.injuredPersons.map(({ name: _, treatment: __, ...told }) => told),
    },
  };
}

/** How many were hurt in which way, in the order of the first of each. */
function countedInjuries({ injuredPersons }: IncidentFacts): IncidentData['injured'] {
  const groups = Map.groupBy(injuredPersons, ({ personType, classification }) => `${personType} ${classification}`);
  return [...groups.values()].map((persons) => ({
    personType: persons[0]!.personType,
    classification: persons[0]!.classification,
    count: persons.length,
  }));
}

type IncidentState = ReturnType<typeof stateOf>;

function changedBy(event: LoggedEvent, before: IncidentState | null, now: IncidentState): string[] {
  if (before === null) return [];
  const amended =
    event.type === 'IncidentAmended'
      ? Object.keys(event.data as object)
      : event.type.startsWith('Attachment')
        ? ['attachments']
        : [];
  const [from, to] = [
    { ...before.facts, ...before.persons },
    { ...now.facts, ...now.persons },
  ] as [Record<string, unknown>, Record<string, unknown>];
  const differing = Object.keys(to).filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));
  return [...new Set([...amended, ...differing])].sort();
}

/** Texts, including names; a signature is never passed on. */
function textsOf(event: LoggedEvent, { facts }: IncidentSoFar) {
  const { comment, reason, answer } = event.data as {
    comment?: string | null;
    reason?: string;
    answer?: string | null;
  };
  return {
    description: facts.description,
    location: facts.location,
    immediateActions: facts.immediateActions,
    comment: comment ?? reason ?? null,
    answer: answer ?? null,
    components: facts.components.map(({ groupGuid, answers }) => ({
      groupGuid,
      answers: answers
        .filter(
          ({ signerGuid, value }) =>
            signerGuid === undefined && !(typeof value === 'object' && value !== null && isSignature(value)),
        )
        .map(({ questionGuid, value }) => ({ questionGuid, value })),
    })),
  };
}
