import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { IncidentFacts, incidentAmended } from '@plimsoll/contracts/incidents/events';
import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { refuse, type Decision } from '../commands/decision.ts';
import { command } from '../commands/use-case.ts';
import { refuseFaults, type Fault } from './fault.ts';
import { answerFaults, answersNaming } from './form-answers.ts';
import type { LiveIncident } from './incident.ts';
import { routed } from './incident-command.ts';
import { IncidentLog } from './incident-log.ts';
import { injuredFaults, namedTwice, peopleOf } from './people.ts';
import { placeFaults, placeOf, reportingGroupFaults, zoneOf, type Place } from './place.ts';
import { occurrenceFaults } from './report-incident.ts';
import type { Surroundings } from './surroundings.ts';
import { SurroundingsNow } from './surroundings-now.ts';
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
 * Writes the new values of what differs, and nothing when nothing does. Refuses answers to a form that is not found (FormNotFound).
 */
export function amendIncident(command: Amendment, incident: LiveIncident): Decision<EventOf<typeof incidentAmended>> {
  const { words, surroundings, receivedAt } = command;
  const { form } = surroundings;
  if (isOfItsForm(words) && !form) return refuse('FormNotFound');
  const amended = amendedFacts(incident.facts, command);
  const changed = changesBetween(incident.facts, amended);
  const touches = (...fields: (keyof IncidentFacts)[]) => fields.some((field) => field in changed);
  const faults: Fault[] = [
    ...(touches('occurrenceDate', 'occurrenceTime', 'timeZone') ? occurrenceFaults(amended, receivedAt) : []),
    ...(touches('worksiteGuid', 'regionGuid', 'location') ? placeFaults(amended, surroundings) : []),
    ...(touches('reportingGroupGuid') ? reportingGroupFaults(amended.reportingGroupGuid, surroundings) : []),
    ...(touches('injuredPersons') ? injuredFaults(amended.injuredPersons, surroundings, incident.facts.injuredPersons) : []),
    ...namedTwice(words),
    ...(words.components && form ? answerFaults(amended, form, receivedAt) : []),
  ];
  if (faults.length > 0) return refuseFaults(faults);
  const refusal = refusalOf('amend', incident, command);
  if (refusal) return refusal;
  return Object.keys(changed).length > 0 ? [{ type: 'IncidentAmended', data: changed }] : [];
}

/** Whether it changes what only the form can judge. */
const isOfItsForm = ({ components, injuredPersons }: AmendIncidentRequest): boolean => components !== undefined || injuredPersons !== undefined;

function amendedFacts(facts: IncidentFacts, { words, surroundings, newGuid }: Amendment): IncidentFacts {
  const kept = <Field extends keyof AmendIncidentRequest & keyof IncidentFacts>(field: Field): IncidentFacts[Field] =>
    (words[field] === undefined ? facts[field] : words[field]) as IncidentFacts[Field];
  const moves = [words.worksiteGuid, words.regionGuid, words.location].some((word) => word !== undefined);
  const place = moves ? placeOf({ worksiteGuid: kept('worksiteGuid'), regionGuid: kept('regionGuid'), location: kept('location') }, surroundings) : placeKept(facts);
  const { named, ...people } = peopleOf(words, newGuid, facts);
  return {
    occurrenceDate: kept('occurrenceDate'),
    occurrenceTime: kept('occurrenceTime'),
    timeZone: words.worksiteGuid === undefined || words.worksiteGuid === facts.worksiteGuid ? facts.timeZone : zoneOf(place, surroundings),
    reportingGroupGuid: kept('reportingGroupGuid'),
    ...place,
    description: kept('description'),
    immediateActions: kept('immediateActions') || null,
    ...people,
    components: words.components && surroundings.form ? answersNaming(named, words.components, surroundings.form) : facts.components,
  };
}

const placeKept = ({ worksiteGuid, regionGuid, location }: IncidentFacts): Place => ({ worksiteGuid, regionGuid, location });

const changesBetween = (before: IncidentFacts, after: IncidentFacts): Partial<IncidentFacts> =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof IncidentFacts])));

export const AmendIncident = routed('amendIncident', command('AmendIncident', [IncidentLog, SurroundingsNow], (incidents, now) => async (_, envelope, eventId: string, words: AmendIncidentRequest) => {
  const { actor, tenant, receivedAt, newGuid } = envelope;
  const known = await now.of(tenant, (words.injuredPersons ?? []).map((person) => person.userAccountGuid), null);
  if (!known) return refuse('OrganizationNotFound');
  // Which form an incident was reported with never changes, so it can be looked up before the decision.
  const reported = isOfItsForm(words) ? await incidents.formOf(tenant, eventId) : null;
  const form = reported && (await now.form(tenant, reported));
  return incidents.change(envelope, eventId, (incident) => amendIncident({ actor, words, surroundings: { ...known, form }, receivedAt, newGuid }, incident));
}));
