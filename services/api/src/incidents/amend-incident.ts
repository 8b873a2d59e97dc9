import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { IncidentFacts, incidentAmended } from '@plimsoll/contracts/incidents/events';
import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { refuse, type Decision } from '../commands/decision.ts';
import { command } from '../commands/use-case.ts';
import { refuseFaults, type Fault } from './fault.ts';
import { answerFaults } from './form-answers.ts';
import type { LiveIncident } from './incident.ts';
import { routed } from './incident-command.ts';
import { IncidentLog } from './incident-log.ts';
import { injuredFacts, injuredFaults, relatedFacts, twice } from './people.ts';
import { placeFaults, placeOf, reportingGroupFaults, zoneOf, type Place } from './place.ts';
import { occurrenceFaults } from './report-incident.ts';
import type { Surroundings } from './surroundings.ts';
import { formOf, SurroundingsNow } from './surroundings-now.ts';
import { refusalOf, type Acting } from './who-may.ts';

export interface Amendment extends Acting {
  /** What is left out stays, null clears. */
  readonly words: AmendIncidentRequest;
  /** With the form in the version that the incident was reported with. */
  readonly surroundings: Surroundings;
  readonly receivedAt: Date;
  readonly newGuid: () => string;
}

/**
 * Changes what was reported; what is given is checked as in a report, what stays is not judged again.
 * Writes the new values of what differs, and nothing when nothing does.
 */
export function amendIncident(command: Amendment, incident: LiveIncident): Decision<EventOf<typeof incidentAmended>> {
  const { words, surroundings, receivedAt } = command;
  const amended = amendedFacts(incident.facts, command);
  const changed = changesBetween(incident.facts, amended);
  const touches = (...fields: (keyof IncidentFacts)[]) => fields.some((field) => field in changed);
  const faults: Fault[] = [
    ...(touches('occurrenceDate', 'occurrenceTime', 'timeZone') ? occurrenceFaults(amended, receivedAt) : []),
    ...(touches('worksiteGuid', 'regionGuid', 'location') ? placeFaults(amended, surroundings) : []),
    ...(touches('reportingGroupGuid') ? reportingGroupFaults(amended.reportingGroupGuid, surroundings) : []),
    ...(touches('injuredPersons') ? injuredFaults(amended.injuredPersons, surroundings, incident.facts.injuredPersons) : []),
    ...strangers(words.injuredPersons, incident.facts.injuredPersons, 'injuredPersons', 'injuredPersonGuid'),
    ...strangers(words.relatedPersons, incident.facts.relatedPersons, 'relatedPersons', 'relatedPersonGuid'),
    ...twice(amended.relatedPersons.map((person) => person.relatedPersonGuid), 'relatedPersons', 'relatedPersonGuid'),
    ...(words.components && surroundings.form ? answerFaults(amended.components, surroundings.form, receivedAt, amended.timeZone) : []),
  ];
  if (faults.length > 0) return refuseFaults(faults);
  const refusal = refusalOf('amend', incident, command);
  if (refusal) return refusal;
  return Object.keys(changed).length > 0 ? [{ type: 'IncidentAmended', data: changed }] : [];
}

function amendedFacts(facts: IncidentFacts, { words, surroundings, newGuid }: Amendment): IncidentFacts {
  const kept = <Field extends keyof AmendIncidentRequest & keyof IncidentFacts>(field: Field): IncidentFacts[Field] =>
    (words[field] === undefined ? facts[field] : words[field]) as IncidentFacts[Field];
  const moves = [words.worksiteGuid, words.regionGuid, words.location].some((word) => word !== undefined);
  const place = moves ? placeOf({ worksiteGuid: kept('worksiteGuid'), regionGuid: kept('regionGuid'), location: kept('location') }, surroundings) : placeKept(facts);
  return {
    occurrenceDate: kept('occurrenceDate'),
    occurrenceTime: kept('occurrenceTime'),
    timeZone: words.worksiteGuid === undefined || words.worksiteGuid === facts.worksiteGuid ? facts.timeZone : zoneOf(place, surroundings),
    reportingGroupGuid: kept('reportingGroupGuid'),
    ...place,
    description: kept('description'),
    immediateActions: kept('immediateActions') || null,
    injuredPersons: words.injuredPersons ? injuredFacts(words.injuredPersons, newGuid) : facts.injuredPersons,
    relatedPersons: words.relatedPersons ? relatedFacts(words.relatedPersons, newGuid) : facts.relatedPersons,
    components: kept('components'),
  };
}

const placeKept = ({ worksiteGuid, regionGuid, location }: IncidentFacts): Place => ({ worksiteGuid, regionGuid, location });

const changesBetween = (before: IncidentFacts, after: IncidentFacts): Partial<IncidentFacts> =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof IncidentFacts])));

/** A guid that is given must be one of this incident's people: it chooses the key that seals what is said of them. */
function strangers<Field extends string>(
  given: readonly { readonly [Key in Field]?: string | null }[] | undefined,
  known: readonly { readonly [Key in Field]: string }[],
  list: string,
  field: Field,
): Fault[] {
  const guids = new Set(known.map((person) => person[field]));
  return (given ?? []).flatMap((person, index) => {
    const guid = person[field];
    return guid && !guids.has(guid) ? [{ field: `${list}.${index}.${field}`, className: 'MissingRelatedEntity' } as const] : [];
  });
}

export const AmendIncident = routed('amendIncident', command('AmendIncident', [IncidentLog, SurroundingsNow], (incidents, now) => async (_, envelope, eventId: string, words: AmendIncidentRequest) => {
  const { actor, tenant, receivedAt, newGuid } = envelope;
  const known = await now.of(tenant, (words.injuredPersons ?? []).map((person) => person.userAccountGuid), null);
  if (!known) return refuse('OrganizationNotFound');
  return incidents.change(envelope, eventId, (incident) => {
    const form = formOf(incident.form.formGuid, incident.form.version);
    return amendIncident({ actor, words, surroundings: { ...known, form }, receivedAt, newGuid }, incident);
  });
}));
