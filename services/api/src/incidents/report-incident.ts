import { isInFuture } from '@plimsoll/contracts/calendar';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { FormSnapshot, IncidentFacts, incidentReported } from '@plimsoll/contracts/incidents/events';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { holds } from '@plimsoll/contracts/permissions';
import type { Viewer } from '@plimsoll/projections/viewer';
import { refuse, type Decision } from '../commands/decision.ts';
import { command } from '../commands/use-case.ts';
import { refuseFaults, type Fault } from './fault.ts';
import { answerFaults, answersNaming } from './form-answers.ts';
import type { Incident } from './incident.ts';
import { routed } from './incident-command.ts';
import { IncidentLog } from './incident-log.ts';
import { injuredFaults, namedTwice, peopleOf } from './people.ts';
import { placeFaults, placeOf, reportingGroupFaults, zoneOf } from './place.ts';
import type { Surroundings } from './surroundings.ts';
import { SurroundingsNow } from './surroundings-now.ts';

export interface Report {
  readonly actor: Viewer;
  readonly words: ReportIncidentRequest;
  readonly surroundings: Surroundings;
  readonly receivedAt: Date;
  /** For the people of the incident: those of the request are names within it. */
  readonly newGuid: () => string;
}

/**
 * Reports an incident, for oneself or for another member. Refuses a form that may not be used (FormNotFound), all that
 * is wrong with the fields (400, all at once), and reporting for others without CREATE_EVENTS_ON_OTHERS_BEHALF (403).
 */
export function reportIncident(command: Report, incident: Incident): Decision<EventOf<typeof incidentReported>> {
  const { actor, words, surroundings, receivedAt } = command;
  const { form } = surroundings;
  if (!form || form.state !== 'PUBLISHED') return refuse('FormNotFound');
  if (incident.state !== 'UNREPORTED') return refuse('DuplicateGuid');

  const facts = factsOf(words, form, surroundings, command.newGuid);
  const faults: Fault[] = [
    ...occurrenceFaults(facts, receivedAt),
    ...placeFaults(facts, surroundings),
    ...reportingGroupFaults(facts.reportingGroupGuid, surroundings),
    ...injuredFaults(facts.injuredPersons, surroundings),
    ...namedTwice(words),
    ...answerFaults(facts, form, receivedAt),
  ];
  const reporterGuid = words.onBehalfOfUserGuid ?? actor.userGuid;
  const isForAnother = reporterGuid !== actor.userGuid;
  if (isForAnother && !surroundings.members.has(reporterGuid)) faults.push({ field: 'onBehalfOfUserGuid', className: 'MissingMember' });
  if (faults.length > 0) return refuseFaults(faults);
  if (isForAnother && !holds(actor, 'CREATE_EVENTS_ON_OTHERS_BEHALF')) return refuse('Forbidden');
  return [{ type: 'IncidentReported', data: { reporterGuid, enteredByGuid: actor.userGuid, form: snapshotOf(form), ...facts } }];
}

function factsOf(words: ReportIncidentRequest, form: Form, surroundings: Surroundings, newGuid: () => string): IncidentFacts {
  const place = placeOf(words, surroundings);
  const { named, ...people } = peopleOf(words, newGuid);
  return {
    occurrenceDate: words.occurrenceDate,
    occurrenceTime: words.occurrenceTime ?? null,
    timeZone: zoneOf(place, surroundings),
    reportingGroupGuid: words.reportingGroupGuid ?? null,
    ...place,
    description: words.description,
    immediateActions: words.immediateActions || null,
    ...people,
    components: answersNaming(named, words.components, form),
  };
}

/** What the form is now; later changes of it touch new incidents only. */
const snapshotOf = (form: Form): FormSnapshot => ({
  formGuid: form.formGuid,
  version: form.version,
  name: form.name,
  workflow: form.eventWorkflow,
  isSensitive: form.isSensitive,
  isLeading: form.isLeading,
  trifContributor: form.trifContributor,
  ltifContributor: form.ltifContributor,
  mvifContributor: form.mvifContributor,
});

/** What happened cannot lie ahead, as the clocks at the place show it. */
export const occurrenceFaults = ({ occurrenceDate, occurrenceTime, timeZone }: Pick<IncidentFacts, 'occurrenceDate' | 'occurrenceTime' | 'timeZone'>, moment: Date): Fault[] => {
  if (!isInFuture(occurrenceDate, occurrenceTime, moment, timeZone)) return [];
  return [{ field: 'occurrenceDate', className: 'MalformedDate', message: isInFuture(occurrenceDate, null, moment, timeZone) ? reportTexts.dayInFuture : reportTexts.timeInFuture }];
};

export const ReportIncident = routed('reportIncident', command('ReportIncident', [IncidentLog, SurroundingsNow], (incidents, now) => async (_, envelope, eventId: string, words: ReportIncidentRequest) => {
  const { actor, tenant, receivedAt, newGuid } = envelope;
  const people = [words.onBehalfOfUserGuid, ...(words.injuredPersons ?? []).map((person) => person.userAccountGuid)];
  const form = await now.form(tenant, { formGuid: words.formGuid, version: words.formVersion });
  const found = await now.of(tenant, people, form);
  if (!found) return refuse('OrganizationNotFound');
  // Records of other systems know nothing of this organization's groups.
  const surroundings = { ...found, hasReportingGroups: found.hasReportingGroups && envelope.metadata.actor.kind !== 'IMPORT' };
  return incidents.report(envelope, eventId, (incident) => reportIncident({ actor, words, surroundings, receivedAt, newGuid }, incident));
}));
