import { firstState, stateAfter, type LaterEvent } from '@plimsoll/contracts/incidents/progress';
import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import { incidentSteps, type RecordedIncidentEvent } from '../incident-progress.ts';
import { each, foldStream } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table, type RowOf } from '../runner/table.ts';

export const notificationTable = table('notification', {
  key: ['incident_guid'],
  columns: {
    incident_guid: 'uuid', revision: 'integer', number: 'bigint', form_name: 'text', occurrence_date: 'date', region_guid: 'uuid?', worksite_guid: 'uuid?',
    reviewer_guid: 'uuid?', approver_guid: 'uuid?', state: of<IncidentState>('text'), is_deleted: 'boolean', assignee_guid: 'uuid?',
  },
  comments: { state: 'a deleted incident keeps it, so that it comes back when it is restored', assignee_guid: 'who is notified now' },
  indexes: { assignee: '(tenant, assignee_guid) where assignee_guid is not null' },
});
export type NotificationRow = RowOf<typeof notificationTable>;

/** Whoever is asked for a review or an approval; the reporter and who has reviewed hold it without being asked for anything. */
function assigneeOf(row: NotificationRow): string | null {
  if (row.is_deleted) return null;
  if (row.state === 'REVIEW_REQUESTED') return row.reviewer_guid;
  return row.state === 'APPROVAL_REQUESTED' ? row.approver_guid : null;
}

const notificationFold = foldStream(notificationTable, {
  begin: {
    IncidentReported: ({ stream, revision, number, data }) => {
      if (number === null) throw new Error(`The incident ${stream.guid} was reported without a number`);
      return {
        incident_guid: stream.guid, revision, number, form_name: data.form.name, occurrence_date: data.occurrenceDate, region_guid: data.regionGuid,
        worksite_guid: data.worksiteGuid, reviewer_guid: null, approver_guid: null, state: firstState(data.form.workflow), is_deleted: false, assignee_guid: null,
      };
    },
  },
  evolve: each(incidentSteps, (row: NotificationRow, event: RecordedIncidentEvent) => {
    row.state = stateAfter(row.state, event as LaterEvent);
    if (event.type === 'IncidentAmended') {
      const { occurrenceDate = row.occurrence_date, regionGuid = row.region_guid, worksiteGuid = row.worksite_guid } = event.data;
      Object.assign(row, { occurrence_date: occurrenceDate, region_guid: regionGuid, worksite_guid: worksiteGuid });
    }
    if (event.type === 'ReviewRequested') row.reviewer_guid = event.data.reviewerGuid;
    if (event.type === 'ApprovalRequested') row.approver_guid = event.data.approverGuid;
    if (event.type === 'IncidentDeleted') row.is_deleted = true;
    if (event.type === 'IncidentRestored') row.is_deleted = false;
    row.revision = event.revision;
    row.assignee_guid = assigneeOf(row);
  }),
});

/** Whom each incident waits for. Months without figures are computed when asked: the calendar is never projected. */
export const notificationListProjection = defineReadModel({ name: 'notification-list', version: 1, tables: [notificationTable], folds: [notificationFold] });
