import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportedProgress, type IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { columnsOf, earlierIncidents, incidentEventTypes, movedOn, progressColumns, progressOf, stepTaken, type ProgressColumns, type RecordedIncidentEvent } from '../incident-progress.ts';
import type { Projection, Rows, Table } from '../runner/projection.ts';

/** A step that has been taken; names are looked up when it is shown. */
export interface Step {
  readonly type: string;
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  readonly to: string | null;
  readonly comment: string | null;
}

export interface IncidentDetailRow extends ProgressColumns {
  event_id: string;
  number: number;
  /** JSON of the form as it was. */
  form: string;
  /** JSON of the facts. */
  facts: string;
  /** JSON of the steps. */
  steps: string;
  persons: readonly string[];
  worksite_guid: string | null;
  reporting_group_guid: string | null;
  reported_at: string;
}

export const incidentDetailTable: Table<IncidentDetailRow> = {
  name: 'incident_detail_v1',
  key: ['event_id'],
  columns: {
    event_id: 'uuid', number: 'bigint', form: 'text', facts: 'text', steps: 'text', persons: 'uuid[]', worksite_guid: 'uuid',
    reporting_group_guid: 'uuid', reported_at: 'timestamptz', ...progressColumns,
  },
};

/** Everything that is known of an incident. */
export const incidentDetail: Projection = {
  name: 'incident-detail',
  tables: [incidentDetailTable],
  eventTypes: new Set<string>(incidentEventTypes),
  needs: (events) => [{ table: incidentDetailTable, keys: earlierIncidents(events) }],
  project(events, rows) {
    const open = new Map<string, OpenIncident>();
    for (const event of events as readonly RecordedIncidentEvent[]) {
      const incident = open.get(event.stream.guid);
      if (incident) take(incident, event);
      else open.set(event.stream.guid, event.type === 'IncidentReported' ? begun(event) : goneOn(event, rows));
    }
    for (const { row, progress, form, facts, steps, isNew } of open.values()) {
      const whole = {
        ...row, ...columnsOf(progress), form: JSON.stringify(form), facts: JSON.stringify(facts), steps: JSON.stringify(steps),
        worksite_guid: facts.worksiteGuid, reporting_group_guid: facts.reportingGroupGuid,
      };
      if (isNew) rows.add(incidentDetailTable, whole);
      else rows.put(incidentDetailTable, whole);
    }
  },
};

/** An incident while a page is folded into it: it is the page's own and changed in place, and its JSON is read and written once. */
interface OpenIncident {
  readonly row: Pick<IncidentDetailRow, 'event_id' | 'number' | 'reported_at' | 'persons'>;
  progress: IncidentProgress;
  readonly form: FormSnapshot;
  facts: IncidentFacts;
  readonly steps: Step[];
  readonly isNew: boolean;
}

function goneOn(event: RecordedIncidentEvent, rows: Rows): OpenIncident {
  const row = rows.get(incidentDetailTable, event.stream.guid);
  if (!row) throw new Error(`${event.type} of an incident that nobody reported: ${event.stream.guid}`);
  const incident: OpenIncident = {
    isNew: false, row: { event_id: row.event_id, number: row.number, reported_at: row.reported_at, persons: row.persons }, progress: progressOf(row),
    form: JSON.parse(row.form) as FormSnapshot, facts: JSON.parse(row.facts) as IncidentFacts, steps: JSON.parse(row.steps) as Step[],
  };
  take(incident, event);
  return incident;
}

function take(incident: OpenIncident, event: RecordedIncidentEvent): void {
  const { row, progress, steps } = incident;
  if (event.type === 'IncidentAmended') {
    incident.facts = { ...incident.facts, ...event.data };
  } else {
    const step = stepOf(event, progress);
    row.persons = withPersons(row.persons, step.by, step.to);
    steps.push(step);
  }
  incident.progress = movedOn(progress, event);
}

function begun(event: RecordedIncidentEvent & { type: 'IncidentReported' }): OpenIncident {
  const { form, reporterGuid, enteredByGuid, ...facts } = event.data;
  if (event.number === null) throw new Error(`The incident ${event.stream.guid} was reported without a number`);
  const { actor, at } = event.metadata;
  return {
    isNew: true,
    row: { event_id: event.stream.guid, number: event.number, reported_at: at, persons: withPersons([], reporterGuid, enteredByGuid, actor.userGuid) },
    progress: reportedProgress(event, stepTaken(event)),
    form,
    facts,
    steps: [{ type: event.type, revision: event.revision, at, by: actor.userGuid, to: null, comment: null }],
  };
}

function stepOf(event: RecordedIncidentEvent, before: IncidentProgress): Step {
  const { actor, at } = event.metadata;
  const step = { type: event.type, revision: event.revision, at, by: actor.userGuid, to: null, comment: null };
  switch (event.type) {
    case 'ReviewRequested': return { ...step, to: event.data.reviewerGuid };
    case 'ApprovalRequested': return { ...step, to: event.data.approverGuid };
    case 'IncidentReviewed':
    case 'IncidentApproved': return { ...step, comment: event.data.comment };
    case 'IncidentReturned': return { ...step, to: event.data.to === 'REPORTER' ? before.reporterGuid : before.reviewerGuid, comment: event.data.comment };
    case 'IncidentReopened': return { ...step, comment: event.data.reason };
    default: return step;
  }
}

const withPersons = (known: readonly string[], ...more: readonly (string | null)[]): readonly string[] => {
  const fresh = more.filter((guid): guid is string => guid !== null && !known.includes(guid));
  return fresh.length > 0 ? [...new Set([...known, ...fresh])] : known;
};
