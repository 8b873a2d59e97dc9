import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportedProgress, type IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import {
  incidentSteps,
  movedOn,
  progressColumns,
  progressOf,
  stepTaken,
  withProgress,
  type ProgressColumns,
  type RecordedIncidentEvent,
} from '../../incidents/incident-progress.ts';
import { each, foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Recorded } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';

export const notificationTable = table('notification', {
  key: ['incident_guid'],
  columns: {
    incident_guid: 'uuid',
    number: 'bigint',
    heading: 'text',
    form_name: 'text',
    occurrence_date: 'date',
    region_guid: 'uuid?',
    worksite_guid: 'uuid?',
    reporting_group_guid: 'uuid?',
    is_sensitive: 'boolean',
    is_imported: 'boolean',
    came_to_reporter_at: 'timestamptz',
    assignee_guid: 'uuid?',
    ...progressColumns,
  },
  comments: {
    came_to_reporter_at: 'when the log got the report, or what brought it back to its reporter since',
    assignee_guid: 'who is asked for a review or an approval now',
  },
  indexes: {
    assignee: '(tenant, assignee_guid) where assignee_guid is not null',
    with_reporter:
      "(tenant, came_to_reporter_at) where state in ('REPORTED', 'RETURNED') and deleted_at is null and not is_imported",
  },
});
export type NotificationRow = RowOf<typeof notificationTable>;

/** An incident while a page is folded. */
interface OpenIncident {
  readonly row: Omit<NotificationRow, keyof ProgressColumns | 'assignee_guid'>;
  progress: IncidentProgress;
}

/**
 * Returns who is asked for a review or approval. Someone who holds an incident after reviewing is not asked for
 * anything.
 */
function assigneeOf({ state, deletedAt, holderGuids }: IncidentProgress): string | null {
  if (deletedAt !== null) return null;
  return state === 'REVIEW_REQUESTED' || state === 'APPROVAL_REQUESTED' ? holderGuids[0]! : null;
}

const notificationFold = foldStream<NotificationRow, OpenIncident>(notificationTable, {
  of: 'incident',
  begin: {
    IncidentReported: (event) => ({ row: reportedColumns(event), progress: reportedProgress(event, stepTaken(event)) }),
  },
  evolve: each(incidentSteps, (incident: OpenIncident, event: RecordedIncidentEvent) => {
    incident.progress = movedOn(incident.progress, event);
    if (event.type === 'IncidentAmended') amend(incident.row, event.data);
    if (event.type === 'IncidentReopened' || (event.type === 'IncidentReturned' && event.data.to === 'REPORTER'))
      incident.row.came_to_reporter_at = event.recordedAt.toISOString();
  }),
  read: (row) => ({ row: { ...row }, progress: progressOf(row) }),
  write: ({ row, progress }) => withProgress({ ...row, assignee_guid: assigneeOf(progress) }, progress),
});

/**
 * Whom each incident waits for. What depends on the date (a day without a reviewer, months without figures) is computed
 * by the query.
 */
export const notificationListProjection = defineReadModel({
  name: 'notification-list',
  version: 2,
  tables: [notificationTable],
  folds: [notificationFold],
});

function reportedColumns({
  stream,
  number,
  recordedAt,
  metadata,
  data: { form, ...facts },
}: Recorded<'IncidentReported'>): OpenIncident['row'] {
  if (number === null) throw new Error(`The incident ${stream.guid} was reported without a number`);
  return {
    incident_guid: stream.guid,
    number,
    heading: headingOf(facts.description),
    form_name: form.name,
    occurrence_date: facts.occurrenceDate,
    region_guid: facts.regionGuid,
    worksite_guid: facts.worksiteGuid,
    reporting_group_guid: facts.reportingGroupGuid,
    is_sensitive: form.isSensitive,
    is_imported: metadata.actor.kind === 'IMPORT',
    came_to_reporter_at: recordedAt.toISOString(),
  };
}

function amend(
  row: OpenIncident['row'],
  { occurrenceDate, regionGuid, worksiteGuid, reportingGroupGuid, description }: Partial<IncidentFacts>,
): void {
  if (occurrenceDate !== undefined) row.occurrence_date = occurrenceDate;
  if (regionGuid !== undefined) row.region_guid = regionGuid;
  if (worksiteGuid !== undefined) row.worksite_guid = worksiteGuid;
  if (reportingGroupGuid !== undefined) row.reporting_group_guid = reportingGroupGuid;
  if (description !== undefined) row.heading = headingOf(description);
}
