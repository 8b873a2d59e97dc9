import type { IncidentFacts, InjuredPersonFact } from '@plimsoll/contracts/incidents/events';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { Fault } from './fault.ts';
import { oiicsCodes } from './oiics.ts';
import type { Surroundings } from './surroundings.ts';

type InjuredWords = NonNullable<ReportIncidentRequest['injuredPersons']>[number];
type RelatedWords = NonNullable<ReportIncidentRequest['relatedPersons']>[number];

/** The injured as facts; who has no guid yet is given one. */
export const injuredFacts = (persons: readonly InjuredWords[], newGuid: () => string): IncidentFacts['injuredPersons'] =>
  persons.map((person) => ({
    injuredPersonGuid: person.injuredPersonGuid ?? newGuid(),
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
  }));

/** The other people as facts; who has no guid yet is given one. */
export const relatedFacts = (persons: readonly RelatedWords[], newGuid: () => string): IncidentFacts['relatedPersons'] =>
  persons.map((person) => ({
    relatedPersonGuid: person.relatedPersonGuid ?? newGuid(),
    name: person.name,
    emailAddress: person.emailAddress ?? null,
    role: person.role ?? null,
  }));

/** What is wrong with the injured: nobody where the form demands somebody, one twice, unknown codes, accounts of strangers. */
export function injuredFaults(persons: readonly InjuredPersonFact[], { form, members }: Surroundings, known: readonly InjuredPersonFact[] = []): Fault[] {
  if (form?.requiresInjuredPersons && persons.length === 0) {
    return [{ field: 'injuredPersons', className: 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson' }];
  }
  const accountsSoFar = new Set(known.map((person) => person.userAccountGuid));
  return [
    ...twice(persons.map((person) => person.injuredPersonGuid), 'injuredPersons', 'injuredPersonGuid'),
    ...persons.flatMap((person, index) => {
      const faults: Fault[] = [];
      for (const field of ['nature', 'bodyPart', 'source', 'event'] as const) {
        const code = person[field];
        if (code !== null && !oiicsCodes[field].has(code)) {
          faults.push({ field: `injuredPersons.${index}.${field}`, className: 'MalformedEventField', message: 'This code is not one of OIICS 2' });
        }
      }
      const account = person.userAccountGuid;
      if (account !== null && !members.has(account) && !accountsSoFar.has(account)) {
        faults.push({ field: `injuredPersons.${index}.userAccountGuid`, className: 'MissingUserAccount' });
      }
      return faults;
    }),
  ];
}

/** The same guid must not stand for two people. */
export function twice(guids: readonly string[], list: string, field: string): Fault[] {
  return guids.flatMap((guid, index) =>
    guids.indexOf(guid) < index ? [{ field: `${list}.${index}.${field}`, className: 'MalformedEventField', message: 'This is in the list already' } as const] : [],
  );
}
