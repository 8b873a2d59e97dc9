import { present } from '../attachments/attached.ts';
import { namedTwice } from './answers/people.ts';
import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { IncidentFacts, incidentAmended } from '@plimsoll/contracts/incidents/events';
import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { refuse, type Decision } from '../commands/decision.ts';
import { resolveReportingGroup } from '../units/reporting-group.ts';
import { isMalformed, rejectFields, type Error } from './field-error.ts';
import { answerErrors, answersNaming, unanswered } from './answers/form-answers.ts';
import type { LiveIncident } from './incident.ts';
import { injuredErrors, notAsked, peopleOf } from './answers/people.ts';
import { placeErrors, placeOf, reportingGroupErrors, zoneOf, type Place } from './answers/place.ts';
import { occurrenceErrors } from './report-incident.rule.ts';
import type { IncidentContext } from './incident-context.ts';
import { refusalOf, type WithActor } from './policy.ts';

export interface AmendIncidentInput extends WithActor {
  /** Omitted fields stay, null clears. */
  readonly body: AmendIncidentRequest;
  /** Context with the form in the version that the incident was reported with. */
  readonly context: IncidentContext;
  readonly receivedAt: Date;
  readonly newGuid: () => string;
}

/**
 * Amends an incident. Given fields are validated as in a report; unchanged ones are not validated again, and a quick
 * report may keep required answers open. Writes the new values of changed fields, or nothing when nothing changes.
 * Refuses answers when the form is not found (FormNotFound).
 */
export function amendIncident(
  command: AmendIncidentInput,
  incident: LiveIncident,
): Decision<EventOf<typeof incidentAmended>> {
  const { body, context, receivedAt } = command;
  const { form } = context;
  if (isOfItsForm(body) && !form) return refuse('FormNotFound');
  const amended = amendedFacts(incident.facts, command);
  const changed = changesBetween(incident.facts, amended);
  const touches = (...fields: (keyof IncidentFacts)[]) => fields.some((field) => field in changed);
  const errors: Error[] = [
    ...(touches('occurrenceDate', 'occurrenceTime', 'timeZone') ? occurrenceErrors(amended, receivedAt) : []),
    ...(touches('worksiteGuid', 'regionGuid', 'location')
      ? placeErrors(amended, context, incident.facts.worksiteGuid)
      : []),
    ...(touches('reportingGroupGuid') ? reportingGroupErrors(amended.reportingGroupGuid, context) : []),
    ...(touches('injuredPersons', 'relatedPersons') ? notAsked(amended, context) : []),
    ...(touches('injuredPersons') ? injuredErrors(amended.injuredPersons, context, incident.facts.injuredPersons) : []),
    ...namedTwice(body),
    ...(body.components && form
      ? answerErrors(
          {
            ...amended,
            actorGuid: command.actor.userGuid,
            isQuick: incident.isQuick && unanswered(form, incident.facts.components).length > 0,
            fileGuids: [...present(incident.attachments), ...incident.awaited].map(
              ({ attachmentGuid }) => attachmentGuid,
            ),
          },
          { ...context, form },
          receivedAt,
          incident.facts.components,
        )
      : []),
  ];
  if (errors.some(isMalformed)) return rejectFields(errors);
  const refusal = refusalOf('amend', incident, command);
  if (refusal) return refusal;
  if (errors.length > 0) return rejectFields(errors);
  return Object.keys(changed).length > 0 ? [{ type: 'IncidentAmended', data: changed }] : [];
}

/** Whether the request changes fields that are validated against the form. */
export const isOfItsForm = ({ components, injuredPersons }: AmendIncidentRequest): boolean =>
  components !== undefined || injuredPersons !== undefined;

function amendedFacts(facts: IncidentFacts, { body, context, newGuid }: AmendIncidentInput): IncidentFacts {
  const amendedValue = <Field extends keyof AmendIncidentRequest & keyof IncidentFacts>(
    field: Field,
  ): IncidentFacts[Field] => (body[field] === undefined ? facts[field] : body[field]) as IncidentFacts[Field];
  const moves = [body.worksiteGuid, body.regionGuid, body.location].some((word) => word !== undefined);
  const place = moves
    ? placeOf(
        {
          worksiteGuid: amendedValue('worksiteGuid'),
          regionGuid: amendedValue('regionGuid'),
          location: amendedValue('location'),
        },
        context,
      )
    : existingPlace(facts);
  const { named, ...people } = peopleOf(body, newGuid, facts);
  return {
    occurrenceDate: amendedValue('occurrenceDate'),
    occurrenceTime: amendedValue('occurrenceTime'),
    timeZone:
      body.worksiteGuid === undefined || body.worksiteGuid === facts.worksiteGuid
        ? facts.timeZone
        : zoneOf(place, context),
    reportingGroupGuid: groupAfter(facts, body, context),
    ...place,
    description: amendedValue('description'),
    immediateActions: amendedValue('immediateActions') || null,
    ...people,
    components:
      body.components && context.form ? answersNaming(named, body.components, context.form) : facts.components,
  };
}

/** Sending back an archived group's replacement, as it is displayed, is not a change. */
function groupAfter(
  { reportingGroupGuid }: IncidentFacts,
  body: AmendIncidentRequest,
  { reportingGroups }: IncidentContext,
): string | null {
  if (body.reportingGroupGuid === undefined) return reportingGroupGuid;
  const resolved = resolveReportingGroup(body.reportingGroupGuid, reportingGroups);
  return resolved === resolveReportingGroup(reportingGroupGuid, reportingGroups) ? reportingGroupGuid : resolved;
}

const existingPlace = ({ worksiteGuid, regionGuid, location }: IncidentFacts): Place => ({
  worksiteGuid,
  regionGuid,
  location,
});

const changesBetween = (before: IncidentFacts, after: IncidentFacts): Partial<IncidentFacts> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof IncidentFacts])),
  );
