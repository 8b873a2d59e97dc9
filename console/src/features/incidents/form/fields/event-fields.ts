import { readableAddress } from '../../../../lib/format/addresses.ts';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { AmendIncidentRequest, ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { Classification, PersonType } from '@plimsoll/contracts/incidents/vocabulary';
import type { Region, Worksite } from '@plimsoll/contracts/organizations/answers';
import { todayIn } from '../../../../lib/format/time.ts';
import { answerFieldOf, componentsOf, groupsToShow, numberOf, type AnswerField } from './questions.ts';

/** Choice of a place that is not a worksite. */
export const OTHER = 'OTHER';

export interface InjuredFields {
  injuredPersonGuid: string | null;
  userAccountGuid: string | null;
  name: string;
  personType: PersonType;
  classification: Classification | '';
  nature: string;
  bodyPart: string;
  source: string;
  event: string;
  treatment: string;
  daysAway: string;
  daysRestricted: string;
}

export interface RelatedFields {
  relatedPersonGuid: string | null;
  name: string;
  emailAddress: string;
  role: string;
}

/** Fields of the form for reporting and changing an incident. An empty string means no choice. */
export interface EventFields {
  description: string;
  occurrenceDate: string;
  occurrenceTime: string;
  /** Guid of a worksite, OTHER, or empty. */
  worksite: string;
  regionGuid: string;
  location: string;
  reportingGroupGuid: string;
  onBehalfOfUserGuid: string;
  /** Reviewer to request with the report; empty to decide later. */
  reviewerGuid: string;
  immediateActions: string;
  /** Whether the reporter needs someone now. */
  isUrgent: boolean;
  /** Files that answer no question. */
  photos: string[];
  injuredPersons: InjuredFields[];
  relatedPersons: RelatedFields[];
  /** By question guid. */
  answers: Record<string, AnswerField>;
}

/** Settings of the organization that the form depends on. */
export interface Situation {
  form: Form;
  /** Empty if the organization has none or has disabled them; then places are described in words. */
  worksites: readonly Worksite[];
  regions: readonly Region[];
  /** Active groups; empty if they are disabled. */
  reportingGroups: readonly { guid: string; name: string }[];
  /** The organization's time zone, for places that are not worksites. */
  timeZone: string;
}

export const noInjuredPerson: InjuredFields = {
  injuredPersonGuid: null,
  userAccountGuid: null,
  name: '',
  personType: 'EMPLOYEE',
  classification: '',
  nature: '',
  bodyPart: '',
  source: '',
  event: '',
  treatment: '',
  daysAway: '',
  daysRestricted: '',
};

export const noRelatedPerson: RelatedFields = { relatedPersonGuid: null, name: '', emailAddress: '', role: '' };

/**
 * Empty form: today's date, or none where it is not known; the worksite if there is only one; and one injured person if
 * the form requires one.
 */
export function emptyFields({ form, worksites }: Situation, today: string): EventFields {
  return {
    description: '',
    occurrenceDate: today,
    occurrenceTime: '',
    worksite: worksites.length === 0 ? OTHER : worksites.length === 1 ? worksites[0]!.guid : '',
    regionGuid: '',
    location: '',
    reportingGroupGuid: '',
    onBehalfOfUserGuid: '',
    reviewerGuid: '',
    immediateActions: '',
    isUrgent: false,
    photos: [],
    injuredPersons: form.requiresInjuredPersons ? [noInjuredPerson] : [],
    relatedPersons: [],
    answers: {},
  };
}

/** Form fields of an incident. */
export function fieldsOf(incident: IncidentDetail): EventFields {
  return {
    description: incident.description,
    occurrenceDate: incident.occurrenceDate,
    occurrenceTime: incident.occurrenceTime ?? '',
    worksite: incident.place.worksiteGuid ?? OTHER,
    regionGuid: incident.place.worksiteGuid ? '' : (incident.place.regionGuid ?? ''),
    location: incident.place.worksiteGuid ? '' : (incident.place.location ?? ''),
    reportingGroupGuid: incident.reportingGroupGuid ?? '',
    onBehalfOfUserGuid: '',
    reviewerGuid: '',
    immediateActions: incident.immediateActions ?? '',
    isUrgent: false,
    photos: [],
    injuredPersons: incident.injuredPersons.map((person) => ({
      ...person,
      classification: person.classification ?? '',
      nature: person.nature ?? '',
      bodyPart: person.bodyPart ?? '',
      source: person.source ?? '',
      event: person.event ?? '',
      treatment: person.treatment ?? '',
      daysAway: person.daysAway === null ? '' : String(person.daysAway),
      daysRestricted: person.daysRestricted === null ? '' : String(person.daysRestricted),
    })),
    relatedPersons: incident.relatedPersons.map((person) => ({
      ...person,
      emailAddress: readableAddress(person.emailAddress ?? ''),
      role: person.role ?? '',
    })),
    answers: Object.fromEntries(
      incident.components.flatMap((group) =>
        group.answers.map(({ questionGuid, value, signerGuid }) => [questionGuid, answerFieldOf(value, signerGuid)]),
      ),
    ),
  };
}

/** Time zone of the date and time: the worksite's, else the organization's. */
export const zoneOf = (
  { worksite }: Pick<EventFields, 'worksite'>,
  { worksites, timeZone }: Pick<Situation, 'worksites' | 'timeZone'>,
): string => worksites.find(({ guid }) => guid === worksite)?.timeZone ?? timeZone;

const orNull = (words: string): string | null => words.trim() || null;
const countOf = (typed: string): number | null => (typed.trim() === '' ? null : numberOf(typed));

/** Request fields that reporting and changing share. */
function factsOf(fields: EventFields, form: Form) {
  const isWorksite = fields.worksite !== OTHER && fields.worksite !== '';
  return {
    occurrenceDate: fields.occurrenceDate,
    occurrenceTime: orNull(fields.occurrenceTime),
    reportingGroupGuid: orNull(fields.reportingGroupGuid),
    worksiteGuid: isWorksite ? fields.worksite : null,
    regionGuid: isWorksite ? null : orNull(fields.regionGuid),
    location: isWorksite ? null : orNull(fields.location),
    description: fields.description.trim(),
    immediateActions: orNull(fields.immediateActions),
    injuredPersons: fields.injuredPersons.map(
      ({ injuredPersonGuid, userAccountGuid, name, personType, ...person }) => ({
        ...(injuredPersonGuid && { injuredPersonGuid }),
        userAccountGuid,
        name: name.trim(),
        personType,
        classification: person.classification || null,
        nature: orNull(person.nature),
        bodyPart: orNull(person.bodyPart),
        source: orNull(person.source),
        event: orNull(person.event),
        treatment: orNull(person.treatment),
        daysAway: countOf(person.daysAway),
        daysRestricted: countOf(person.daysRestricted),
      }),
    ),
    relatedPersons: fields.relatedPersons.map(({ relatedPersonGuid, name, emailAddress, role }) => ({
      ...(relatedPersonGuid && { relatedPersonGuid }),
      name: name.trim(),
      emailAddress: orNull(emailAddress),
      role: orNull(role),
    })),
    components: componentsOf(form, fields.answers),
  };
}

/**
 * Completes the fields of a quick report: today in the time zone of the place, unless another day was chosen. Its
 * photos answer the first question for files that has no condition.
 * @param isAsked whether the person chooses the day, because the device's clock cannot be right.
 */
export function quickFieldsOf(
  fields: EventFields,
  situation: Situation,
  { now, isAsked }: { readonly now: Date; readonly isAsked: boolean },
): EventFields {
  const today = todayIn(zoneOf(fields, situation), now);
  const forFiles = groupsToShow(situation.form, {})
    .flatMap(({ questions }) => questions)
    .find(({ type, showIf }) => type === 'ATTACHMENT' && !showIf);
  const occurrenceDate = isAsked || fields.occurrenceDate < today ? fields.occurrenceDate : today;
  if (!forFiles || fields.photos.length === 0) return { ...fields, occurrenceDate };
  const answer = fields.answers[forFiles.questionGuid];
  return {
    ...fields,
    occurrenceDate,
    photos: [],
    answers: {
      ...fields.answers,
      [forFiles.questionGuid]: [...(Array.isArray(answer) ? answer : []), ...fields.photos],
    },
  };
}

/** Request for a report. */
export function reportOf(fields: EventFields, form: Form, organizationGuid: string): ReportIncidentRequest {
  const onBehalfOfUserGuid = orNull(fields.onBehalfOfUserGuid);
  return {
    organizationGuid,
    formGuid: form.formGuid,
    formVersion: form.version,
    ...(onBehalfOfUserGuid && { onBehalfOfUserGuid }),
    ...(fields.isUrgent && { isUrgent: true }),
    ...factsOf(fields, form),
  };
}

const place = ['worksiteGuid', 'regionGuid', 'location'] as const;

/** Request with the fields that differ from `before`. A changed place is sent with all its parts. */
export function amendmentOf(before: EventFields, now: EventFields, form: Form): AmendIncidentRequest {
  const old: Record<string, unknown> = factsOf(before, form);
  const next = factsOf(now, form);
  const changed = Object.entries(next).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field]));
  const isMoved = changed.some(([field]) => (place as readonly string[]).includes(field));
  return {
    ...Object.fromEntries(changed),
    ...(isMoved && Object.fromEntries(place.map((field) => [field, next[field]]))),
  };
}
