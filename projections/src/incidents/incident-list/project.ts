import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportedProgress, type IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { headingOf, riskScore } from '@plimsoll/contracts/incidents/vocabulary';
import {
  incidentSteps,
  movedOn,
  progressColumns,
  progressOf,
  stepTaken,
  withProgress,
  type ProgressColumns,
  type RecordedIncidentEvent,
} from '../incident-progress.ts';
import { each, foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Recorded, type Rows } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';
import { occurredAt } from './occurred.ts';

const { deleted_at, ...otherProgress } = progressColumns;

export const incidentListTable = table('incident_list', {
  key: ['event_id'],
  // Columns that a search reads in every row come first: the database walks over all columns before the one it needs.
  columns: {
    event_id: 'uuid',
    number: 'bigint',
    is_sensitive: 'boolean',
    deleted_at,
    worksite_guid: 'uuid?',
    region_guid: 'uuid?',
    search_text: 'text',
    heading: 'text',
    form_guid: 'uuid',
    form_name: 'text',
    occurrence_date: 'date',
    occurrence_time: 'text?',
    occurred: 'bigint',
    time_zone: 'text',
    reporting_group_guid: 'uuid?',
    location: 'text?',
    is_leading: 'boolean',
    reported_at: 'timestamptz',
    is_imported: 'boolean',
    risk_score: 'integer?',
    ...otherProgress,
  },
  comments: {
    search_text: 'description, of which the heading is a part, and location in lower case, a line each',
    occurred: 'place in the order of day and time of occurrence',
  },
  // The usual order. Columns that decide visibility are in the index, so that pages are found without reading rows;
  // those that change with every step are not, so that a step does not update the index.
  indexes: {
    occurrence: '(tenant, occurred, number) include (event_id, is_sensitive) where deleted_at is null',
    number: '(tenant, number) include (event_id, is_sensitive) where deleted_at is null',
    deleted: '(tenant, deleted_at) where deleted_at is not null',
  },
  filtered: [
    'form_guid',
    'reporting_group_guid',
    'worksite_guid',
    'region_guid',
    'reported_at',
    'risk_score',
    'state',
    'reporter_guid',
    'holder_guids',
  ],
  storage: 'fillfactor = 85',
});
export type IncidentListRow = RowOf<typeof incidentListTable>;

export const incidentPersonTable = table('incident_person', {
  comment:
    "Whose own an incident is: its reporter's, of whoever entered it, and of its reviewers and approvers, present and past.",
  key: ['user_guid', 'event_id'],
  columns: { user_guid: 'uuid', event_id: 'uuid' },
});

export const unitCountTable = table('unit_count', {
  comment:
    'How many incidents that are not deleted name a worksite or a reporting group, kept by difference: asking does not grow with them.',
  key: ['unit_guid'],
  columns: { unit_guid: 'uuid', event_count: 'integer' },
});

/** The worksite and group whose counts include an incident; none once it is deleted. */
const countedFor = (row: IncidentListRow | undefined): string[] =>
  row && row.deleted_at === null ? [row.worksite_guid, row.reporting_group_guid].filter((guid) => guid !== null) : [];

function count(before: IncidentListRow | undefined, after: IncidentListRow, rows: Rows): void {
  const [left, entered] = [countedFor(before), countedFor(after)];
  for (const guid of left) if (!entered.includes(guid)) addToUnit(rows, guid, -1);
  for (const guid of entered) if (!left.includes(guid)) addToUnit(rows, guid, 1);
}

/** Changes a unit's count of incidents. A count of zero is removed. */
function addToUnit(rows: Rows, guid: string, events: 1 | -1): void {
  const after = (rows.get(unitCountTable, guid)?.event_count ?? 0) + events;
  if (after === 0) rows.remove(unitCountTable, guid);
  else rows.put(unitCountTable, { unit_guid: guid, event_count: after });
}

/** An incident while a page is folded. */
interface OpenIncident {
  readonly row: Omit<IncidentListRow, keyof ProgressColumns>;
  progress: IncidentProgress;
}

const listFold = foldStream<IncidentListRow, OpenIncident>(incidentListTable, {
  of: 'incident',
  begin: {
    IncidentReported: (event) => ({ row: reportedColumns(event), progress: reportedProgress(event, stepTaken(event)) }),
  },
  evolve: each(incidentSteps, (incident: OpenIncident, event: RecordedIncidentEvent) => {
    incident.progress = movedOn(incident.progress, event);
    if (event.type === 'IncidentAmended') Object.assign(incident.row, amendedColumns(event.data, incident.row));
    if (event.type === 'IncidentReviewed')
      incident.row.risk_score = riskScore(event.data.severity, event.data.likelihood);
  }),
  read: (row) => ({ row: { ...row }, progress: progressOf(row) }),
  write: ({ row, progress }) => withProgress(row, progress),
  changed: count,
});

/**
 * Incidents for listing, filtering and sorting, their persons, and counts per worksite and group. Only an incident's
 * own row says which unit it leaves, so all counts are loaded: there are few.
 */
export const incidentList = defineReadModel({
  name: 'incident-list',
  version: 4,
  tables: [incidentListTable, incidentPersonTable, unitCountTable],
  folds: [listFold],
  reads: [unitCountTable],
  on: {
    IncidentReported({ stream, data: { reporterGuid, enteredByGuid } }, rows) {
      rows.put(incidentPersonTable, { user_guid: reporterGuid, event_id: stream.guid });
      if (enteredByGuid !== reporterGuid)
        rows.put(incidentPersonTable, { user_guid: enteredByGuid, event_id: stream.guid });
    },
    ReviewRequested: ({ stream, data }, rows) =>
      rows.put(incidentPersonTable, { user_guid: data.reviewerGuid, event_id: stream.guid }),
    ApprovalRequested: ({ stream, data }, rows) =>
      rows.put(incidentPersonTable, { user_guid: data.approverGuid, event_id: stream.guid }),
  },
});

function reportedColumns(event: Recorded<'IncidentReported'>): OpenIncident['row'] {
  const { form, ...facts } = event.data;
  if (event.number === null) throw new Error(`The incident ${event.stream.guid} was reported without a number`);
  return {
    event_id: event.stream.guid,
    number: event.number,
    form_guid: form.formGuid,
    form_name: form.name,
    is_leading: form.isLeading,
    is_sensitive: form.isSensitive,
    reported_at: event.metadata.at,
    is_imported: event.metadata.actor.kind === 'IMPORT',
    risk_score: null,
    heading: headingOf(facts.description),
    occurrence_date: facts.occurrenceDate,
    occurrence_time: facts.occurrenceTime,
    occurred: occurredAt(facts.occurrenceDate, facts.occurrenceTime),
    time_zone: facts.timeZone,
    reporting_group_guid: facts.reportingGroupGuid,
    worksite_guid: facts.worksiteGuid,
    region_guid: facts.regionGuid,
    location: facts.location,
    search_text: searchText(facts.description.toLowerCase(), facts.location),
  };
}

const searchText = (description: string, location: string | null): string =>
  location ? `${description}\n${location.toLowerCase()}` : description;

/** The description's part of a row's search text. */
const describedIn = ({ search_text, location }: Pick<IncidentListRow, 'search_text' | 'location'>): string =>
  location ? search_text.slice(0, -1 - location.toLowerCase().length) : search_text;

function amendedColumns(
  change: Partial<IncidentFacts>,
  before: Pick<IncidentListRow, 'search_text' | 'location' | 'occurrence_date' | 'occurrence_time'>,
): Partial<IncidentListRow> {
  const columns: Partial<IncidentListRow> = {};
  if (change.occurrenceDate !== undefined) columns.occurrence_date = change.occurrenceDate;
  if (change.occurrenceTime !== undefined) columns.occurrence_time = change.occurrenceTime;
  if (change.occurrenceDate !== undefined || change.occurrenceTime !== undefined)
    columns.occurred = occurredAt(
      change.occurrenceDate ?? before.occurrence_date,
      change.occurrenceTime === undefined ? before.occurrence_time : change.occurrenceTime,
    );
  if (change.timeZone !== undefined) columns.time_zone = change.timeZone;
  if (change.reportingGroupGuid !== undefined) columns.reporting_group_guid = change.reportingGroupGuid;
  if (change.worksiteGuid !== undefined) columns.worksite_guid = change.worksiteGuid;
  if (change.regionGuid !== undefined) columns.region_guid = change.regionGuid;
  if (change.location !== undefined) columns.location = change.location;
  if (change.description !== undefined) columns.heading = headingOf(change.description);
  if (change.description !== undefined || change.location !== undefined) {
    columns.search_text = searchText(
      change.description?.toLowerCase() ?? describedIn(before),
      change.location === undefined ? before.location : change.location,
    );
  }
  return columns;
}
