import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportedProgress, type IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { isOwn } from '@plimsoll/contracts/incidents/visibility';
import { headingOf, riskScore } from '@plimsoll/contracts/incidents/vocabulary';
import { columnsOf, earlierIncidents, incidentEventTypes, movedOn, progressColumns, progressOf, stepTaken, type ProgressColumns, type RecordedIncidentEvent } from '../incident-progress.ts';
import type { Projection, Rows, Table } from '../runner/projection.ts';

export interface IncidentListRow extends ProgressColumns {
  event_id: string;
  number: number;
  heading: string;
  form_guid: string;
  form_name: string;
  occurrence_date: string;
  occurrence_time: string | null;
  time_zone: string;
  reporting_group_guid: string | null;
  worksite_guid: string | null;
  region_guid: string | null;
  location: string | null;
  is_leading: boolean;
  is_sensitive: boolean;
  reported_at: string;
  risk_score: number | null;
  search_text: string;
}

export const incidentListTable: Table<IncidentListRow> = {
  name: 'incident_list_v1',
  key: ['event_id'],
  columns: {
    event_id: 'uuid', number: 'bigint', heading: 'text', form_guid: 'uuid', form_name: 'text', occurrence_date: 'date', occurrence_time: 'text',
    time_zone: 'text', reporting_group_guid: 'uuid', worksite_guid: 'uuid', region_guid: 'uuid', location: 'text', is_leading: 'boolean',
    is_sensitive: 'boolean', reported_at: 'timestamptz', risk_score: 'integer', search_text: 'text', ...progressColumns,
  },
};

interface IncidentPersonRow {
  user_guid: string;
  event_id: string;
}

export const incidentPersonTable: Table<IncidentPersonRow> = {
  name: 'incident_person_v1',
  key: ['user_guid', 'event_id'],
  columns: { user_guid: 'uuid', event_id: 'uuid' },
};

/** The incidents as they stand, to be found and sorted, and whose own they are. */
export const incidentList: Projection = {
  name: 'incident-list',
  tables: [incidentListTable, incidentPersonTable],
  eventTypes: new Set<string>(incidentEventTypes),
  needs: (events) => [{ table: incidentListTable, keys: earlierIncidents(events) }],
  project(events, rows) {
    const open = new Map<string, OpenIncident>();
    for (const event of events as readonly RecordedIncidentEvent[]) take(event, rows, open);
    for (const { row, progress } of open.values()) Object.assign(row, columnsOf(progress));
  },
};

/** An incident while a page is folded into it: its row is the page's own, and its columns of progress are written once. */
interface OpenIncident {
  readonly row: IncidentListRow;
  progress: IncidentProgress;
}

function take(event: RecordedIncidentEvent, rows: Rows, open: Map<string, OpenIncident>): void {
  if (event.type === 'IncidentReported') return begin(event, rows, open);
  const incident = open.get(event.stream.guid) ?? goneOn(event, rows, open);
  const { row, progress } = incident;
  if (event.type === 'ReviewRequested') addPerson(event.data.reviewerGuid, event, rows, isOwn(progress, event.data.reviewerGuid));
  if (event.type === 'ApprovalRequested') addPerson(event.data.approverGuid, event, rows, isOwn(progress, event.data.approverGuid));
  incident.progress = movedOn(progress, event);
  if (event.type === 'IncidentAmended') Object.assign(row, amendedColumns(event.data));
  if (event.type === 'IncidentReviewed') row.risk_score = riskScore(event.data.severity, event.data.likelihood);
}

function begin(event: RecordedIncidentEvent & { type: 'IncidentReported' }, rows: Rows, open: Map<string, OpenIncident>): void {
  const progress = reportedProgress(event, stepTaken(event));
  const row = reportedRow(event, progress);
  const isKnown = open.has(event.stream.guid);
  open.set(event.stream.guid, { row, progress });
  if (isKnown) rows.put(incidentListTable, row);
  else rows.add(incidentListTable, row);
  addPerson(progress.reporterGuid, event, rows, isKnown);
  if (progress.enteredByGuid !== progress.reporterGuid) addPerson(progress.enteredByGuid, event, rows, isKnown);
}

function addPerson(userGuid: string, { stream }: RecordedIncidentEvent, rows: Rows, isKnown: boolean): void {
  const person = { user_guid: userGuid, event_id: stream.guid };
  if (isKnown) rows.put(incidentPersonTable, person);
  else rows.add(incidentPersonTable, person);
}

function goneOn(event: RecordedIncidentEvent, rows: Rows, open: Map<string, OpenIncident>): OpenIncident {
  const before = rows.get(incidentListTable, event.stream.guid);
  if (!before) throw new Error(`${event.type} of an incident that nobody reported: ${event.stream.guid}`);
  const incident = { row: { ...before }, progress: progressOf(before) };
  open.set(event.stream.guid, incident);
  rows.put(incidentListTable, incident.row);
  return incident;
}

function reportedRow(event: RecordedIncidentEvent & { type: 'IncidentReported' }, progress: IncidentProgress): IncidentListRow {
  const { form, ...facts } = event.data;
  if (event.number === null) throw new Error(`The incident ${event.stream.guid} was reported without a number`);
  return {
    ...columnsOf(progress),
    event_id: event.stream.guid, number: event.number, form_guid: form.formGuid, form_name: form.name,
    is_leading: form.isLeading, is_sensitive: form.isSensitive, reported_at: event.metadata.at, risk_score: null,
    heading: headingOf(facts.description), occurrence_date: facts.occurrenceDate, occurrence_time: facts.occurrenceTime, time_zone: facts.timeZone,
    reporting_group_guid: facts.reportingGroupGuid, worksite_guid: facts.worksiteGuid, region_guid: facts.regionGuid, location: facts.location,
    search_text: facts.description.toLowerCase(),
  };
}

function amendedColumns(change: Partial<IncidentFacts>): Partial<IncidentListRow> {
  const columns: Partial<IncidentListRow> = {};
  if (change.occurrenceDate !== undefined) columns.occurrence_date = change.occurrenceDate;
  if (change.occurrenceTime !== undefined) columns.occurrence_time = change.occurrenceTime;
  if (change.timeZone !== undefined) columns.time_zone = change.timeZone;
  if (change.reportingGroupGuid !== undefined) columns.reporting_group_guid = change.reportingGroupGuid;
  if (change.worksiteGuid !== undefined) columns.worksite_guid = change.worksiteGuid;
  if (change.regionGuid !== undefined) columns.region_guid = change.regionGuid;
  if (change.location !== undefined) columns.location = change.location;
  if (change.description !== undefined) {
    columns.heading = headingOf(change.description);
    columns.search_text = change.description.toLowerCase();
  }
  return columns;
}
