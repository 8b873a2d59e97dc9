import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportedProgress, type IncidentProgress, type ReportedEvent } from '@plimsoll/contracts/incidents/progress';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import { incidentSteps, movedOn, progressColumns, progressOf, stepTaken, withProgress, type RecordedIncidentEvent } from '../incident-progress.ts';
import { each, foldStream } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { table, type RowOf } from '../runner/table.ts';

/** A step that has been taken; names are looked up when it is shown. */
export interface Step {
  readonly type: string;
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  readonly to: string | null;
  readonly comment: string | null;
}

export const incidentDetailTable = table('incident_detail', {
  key: ['event_id'],
  columns: {
    event_id: 'uuid', number: 'bigint', form: 'text', facts: 'text', steps: 'text', persons: 'uuid[]', worksite_guid: 'uuid?',
    reporting_group_guid: 'uuid?', reported_at: 'timestamptz', ...progressColumns,
  },
  comments: {
    form: 'JSON of the form as it was',
    facts: 'what the reporter wrote, as JSON; nothing is asked of it in SQL, so it is not parsed there',
    persons: 'everybody whose name is shown with it',
  },
  // Rows of usual length stay as they are: compressing them costs more than writing them.
  storage: 'fillfactor = 85, toast_tuple_target = 4080',
});
export type IncidentDetailRow = RowOf<typeof incidentDetailTable>;

/** An incident while a page is folded into it: its JSON is read and written once. */
interface OpenIncident {
  readonly row: Pick<IncidentDetailRow, 'event_id' | 'number' | 'reported_at' | 'persons'>;
  progress: IncidentProgress;
  readonly form: FormSnapshot;
  facts: IncidentFacts;
  readonly steps: Step[];
}

function begin(event: RecordedEvent & ReportedEvent): OpenIncident {
  const { form, reporterGuid, enteredByGuid, isQuick: _, ...facts } = event.data;
  if (event.number === null) throw new Error(`The incident ${event.stream.guid} was reported without a number`);
  const { actor, at } = event.metadata;
  return {
    row: { event_id: event.stream.guid, number: event.number, reported_at: at, persons: withPersons([], reporterGuid, enteredByGuid, actor.userGuid) },
    progress: reportedProgress(event, stepTaken(event)),
    form,
    facts,
    steps: [{ type: event.type, revision: event.revision, at, by: actor.userGuid, to: null, comment: null }],
  };
}

const write = ({ row, progress, form, facts, steps }: OpenIncident): IncidentDetailRow => withProgress({
  ...row, form: JSON.stringify(form), facts: JSON.stringify(facts), steps: JSON.stringify(steps),
  worksite_guid: facts.worksiteGuid, reporting_group_guid: facts.reportingGroupGuid,
}, progress);

const detailFold = foldStream<IncidentDetailRow, OpenIncident>(incidentDetailTable, {
  of: 'incident',
  begin: { IncidentReported: begin },
  evolve: each(incidentSteps, take),
  read: (row) => ({ row: { event_id: row.event_id, number: row.number, reported_at: row.reported_at, persons: row.persons }, progress: progressOf(row), form: JSON.parse(row.form) as FormSnapshot, facts: JSON.parse(row.facts) as IncidentFacts, steps: JSON.parse(row.steps) as Step[] }),
  write,
});

/** The row that an incident has after these events of its stream, of which the first is its report. */
export function rowAfter([reported, ...later]: readonly RecordedEvent[]): IncidentDetailRow {
  const incident = begin(reported as RecordedEvent & ReportedEvent);
  for (const event of later) take(incident, event as RecordedIncidentEvent);
  return write(incident);
}

/** Everything that is known of an incident. */
export const incidentDetail = defineReadModel({ name: 'incident-detail', version: 2, tables: [incidentDetailTable], folds: [detailFold] });

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
