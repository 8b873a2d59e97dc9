import type { IncidentFacts, InjuredPersonFact } from '@plimsoll/contracts/incidents/events';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { Error } from '../field-error.ts';
import { oiicsCodes } from './oiics.ts';
import type { IncidentContext } from '../incident-context.ts';

type PeopleOfRequest = Pick<ReportIncidentRequest, 'injuredPersons' | 'relatedPersons'>;

/** People of an incident, with our guids by the names that a request uses for them. */
export interface People extends Pick<IncidentFacts, 'injuredPersons' | 'relatedPersons'> {
  readonly named: ReadonlyMap<string, string>;
}

/**
 * Turns the people of a request into facts. A guid in the request is only a local name, which its answers may use, as
 * they may the index in its lists. The stored guid is generated here, because it selects the encryption key for that
 * person's data. An amendment may also use the incident's existing guids; a list that it omits stays.
 */
export function peopleOf(
  { injuredPersons, relatedPersons }: PeopleOfRequest,
  newGuid: () => string,
  known: Pick<IncidentFacts, 'injuredPersons' | 'relatedPersons'> = noPeople,
): People {
  const named = new Map<string, string>();
  const assignGuid = (given: string | null | undefined, own: ReadonlySet<string>, place: string): string => {
    const guid = given && own.has(given) ? given : newGuid();
    if (given) named.set(given, guid);
    named.set(place, guid);
    return guid;
  };
  const injured = new Set(known.injuredPersons.map(({ injuredPersonGuid }) => injuredPersonGuid));
  const related = new Set(known.relatedPersons.map(({ relatedPersonGuid }) => relatedPersonGuid));
  if (!injuredPersons) for (const guid of injured) named.set(guid, guid);
  if (!relatedPersons) for (const guid of related) named.set(guid, guid);
  return {
    named,
    injuredPersons:
      injuredPersons?.map((person, index) => ({
        injuredPersonGuid: assignGuid(person.injuredPersonGuid, injured, `injured/${index}`),
        name: person.name,
        userAccountGuid: person.userAccountGuid ?? null,
        personType: person.personType,
        classification: person.classification ?? null,
        nature: person.nature ?? null,
        bodyPart: person.bodyPart ?? null,
        source: person.source ?? null,
        event: person.event ?? null,
        treatment: person.treatment ?? null,
        daysAway: person.daysAway ?? null,
        daysRestricted: person.daysRestricted ?? null,
      })) ?? known.injuredPersons,
    relatedPersons:
      relatedPersons?.map((person, index) => ({
        relatedPersonGuid: assignGuid(person.relatedPersonGuid, related, `related/${index}`),
        name: person.name,
        emailAddress: person.emailAddress ?? null,
        role: person.role ?? null,
      })) ?? known.relatedPersons,
  };
}

const noPeople = { injuredPersons: [], relatedPersons: [] };

/** Errors for guids that a request gives to more than one person. */
export function namedTwice({ injuredPersons = [], relatedPersons = [] }: PeopleOfRequest): Error[] {
  const seen = new Set<string>();
  const check = (guid: string | null | undefined, field: string): Error[] => {
    const isTaken = !!guid && seen.has(guid);
    if (guid) seen.add(guid);
    return isTaken ? [{ field, className: 'MalformedEventField', message: reportTexts.personTwice }] : [];
  };
  return [
    ...injuredPersons.flatMap((person, index) =>
      check(person.injuredPersonGuid, `injuredPersons.${index}.injuredPersonGuid`),
    ),
    ...relatedPersons.flatMap((person, index) =>
      check(person.relatedPersonGuid, `relatedPersons.${index}.relatedPersonGuid`),
    ),
  ];
}

/** Errors for people whom the form does not ask for. */
export function notAsked(
  { injuredPersons, relatedPersons }: Pick<IncidentFacts, 'injuredPersons' | 'relatedPersons'>,
  { form }: Pick<IncidentContext, 'form'>,
): Error[] {
  const errorAt = (field: string, message: string): Error => ({ field, className: 'MalformedEventField', message });
  return [
    ...(form && !form.asksPeopleHurt && injuredPersons.length > 0
      ? [errorAt('injuredPersons', reportTexts.hurtNotAsked)]
      : []),
    ...(form && !form.asksOtherPeople && relatedPersons.length > 0
      ? [errorAt('relatedPersons', reportTexts.othersNotAsked)]
      : []),
  ];
}

/** Errors in the injured persons: none where the form requires one, unknown codes, accounts that are not members. */
export function injuredErrors(
  persons: readonly InjuredPersonFact[],
  { form, members }: IncidentContext,
  known: readonly InjuredPersonFact[] = [],
): Error[] {
  if (form?.requiresInjuredPersons && persons.length === 0) {
    return [{ field: 'injuredPersons', className: 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson' }];
  }
  const accountsSoFar = new Set(known.map((person) => person.userAccountGuid));
  return persons.flatMap((person, index) => {
    const errors: Error[] = [];
    for (const field of ['nature', 'bodyPart', 'source', 'event'] as const) {
      const code = person[field];
      if (code !== null && !oiicsCodes[field].has(code)) {
        errors.push({
          field: `injuredPersons.${index}.${field}`,
          className: 'MalformedEventField',
          message: reportTexts.codeUnknown,
        });
      }
    }
    const account = person.userAccountGuid;
    if (account !== null && !members.has(account) && !accountsSoFar.has(account)) {
      errors.push({ field: `injuredPersons.${index}.userAccountGuid`, className: 'MissingUserAccount' });
    }
    return errors;
  });
}
