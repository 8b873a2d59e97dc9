import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { incidentSteps, type RecordedIncidentEvent } from '../incident-progress.ts';
import { each, foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';

export const incidentDetailTable = table('incident_detail', {
  comment:
    'What lists, files and searches want of an incident besides its line in the list. A page of a single one is folded from its stream.',
  key: ['event_id'],
  columns: { event_id: 'uuid', form: 'text', facts: 'text', persons: 'uuid[]', reporting_group_guid: 'uuid?' },
  comments: {
    form: 'JSON of the form as it was',
    facts: 'what the reporter wrote, as JSON; nothing is asked of it in SQL, so it is not parsed there',
    persons: 'everybody who reported it, did something with it or was asked to',
  },
  // Rows of usual length stay uncompressed: compressing costs more than writing them.
  storage: 'toast_tuple_target = 4080',
});
type IncidentDetailRow = RowOf<typeof incidentDetailTable>;

/** An incident while a page is folded: its JSON is parsed and written once. */
interface OpenIncident {
  readonly eventId: string;
  readonly form: FormSnapshot;
  facts: IncidentFacts;
  persons: readonly string[];
}

const detailFold = foldStream<IncidentDetailRow, OpenIncident>(incidentDetailTable, {
  of: 'incident',
  begin: {
    IncidentReported: ({
      stream,
      metadata,
      data: { form, reporterGuid, enteredByGuid, isQuick: _, isUrgent: _urgent, ...facts },
    }) => ({
      eventId: stream.guid,
      form,
      facts,
      persons: withPersons([], reporterGuid, enteredByGuid, metadata.actor.userGuid),
    }),
  },
  evolve: each(incidentSteps, take),
  read: ({ event_id, form, facts, persons }) => ({
    eventId: event_id,
    form: JSON.parse(form) as FormSnapshot,
    facts: JSON.parse(facts) as IncidentFacts,
    persons,
  }),
  write: ({ eventId, form, facts, persons }) => ({
    event_id: eventId,
    form: JSON.stringify(form),
    facts: JSON.stringify(facts),
    persons,
    reporting_group_guid: facts.reportingGroupGuid,
  }),
});

/** The content of every incident, and the people it names. */
export const incidentDetail = defineReadModel({
  name: 'incident-detail',
  version: 3,
  tables: [incidentDetailTable],
  folds: [detailFold],
});

function take(incident: OpenIncident, event: RecordedIncidentEvent): void {
  if (event.type === 'IncidentAmended') incident.facts = { ...incident.facts, ...event.data };
  else incident.persons = withPersons(incident.persons, event.metadata.actor.userGuid, askedBy(event));
}

function askedBy(event: RecordedIncidentEvent): string | null {
  if (event.type === 'ReviewRequested') return event.data.reviewerGuid;
  return event.type === 'ApprovalRequested' ? event.data.approverGuid : null;
}

const withPersons = (known: readonly string[], ...more: readonly (string | null)[]): readonly string[] => {
  const fresh = more.filter((guid): guid is string => guid !== null && !known.includes(guid));
  return fresh.length > 0 ? [...new Set([...known, ...fresh])] : known;
};
