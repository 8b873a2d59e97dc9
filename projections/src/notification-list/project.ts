import { foldStream } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table, type RowOf } from '../runner/table.ts';

export const notificationTable = table('notification', {
  key: ['incident_guid'],
  columns: {
    incident_guid: 'uuid', revision: 'integer', number: 'bigint', form_name: 'text', occurrence_date: 'date', region_guid: 'uuid?', worksite_guid: 'uuid?',
    reviewer_guid: 'uuid?', approver_guid: 'uuid?', waits_for: of<'REVIEW' | 'APPROVAL' | null>('text?'), is_deleted: 'boolean', assignee_guid: 'uuid?',
  },
  comments: { waits_for: 'REVIEW or APPROVAL; of a deleted incident too, so that it comes back when it is restored', assignee_guid: 'who is notified now' },
  indexes: { assignee: '(tenant, assignee_guid) where assignee_guid is not null' },
});
export type NotificationRow = RowOf<typeof notificationTable>;

function assigneeOf(row: NotificationRow): string | null {
  if (row.is_deleted || row.waits_for === null) return null;
  return row.waits_for === 'REVIEW' ? row.reviewer_guid : row.approver_guid;
}

const notificationFold = foldStream(notificationTable, {
  begin: {
    IncidentReported: ({ stream, revision, number, data }) => {
      if (number === null) throw new Error(`The incident ${stream.guid} was reported without a number`);
      return {
        incident_guid: stream.guid, revision, number, form_name: data.form.name, occurrence_date: data.occurrenceDate, region_guid: data.regionGuid,
        worksite_guid: data.worksiteGuid, reviewer_guid: null, approver_guid: null, waits_for: null, is_deleted: false, assignee_guid: null,
      };
    },
  },
  evolve: {
    IncidentAmended(row, { data: { occurrenceDate = row.occurrence_date, regionGuid = row.region_guid, worksiteGuid = row.worksite_guid } }) {
      Object.assign(row, { occurrence_date: occurrenceDate, region_guid: regionGuid, worksite_guid: worksiteGuid });
    },
    ReviewRequested: (row, { data }) => void Object.assign(row, { reviewer_guid: data.reviewerGuid, waits_for: 'REVIEW' }),
    ApprovalRequested: (row, { data }) => void Object.assign(row, { approver_guid: data.approverGuid, waits_for: 'APPROVAL' }),
    IncidentReturned: (row, { data }) => void (row.waits_for = data.to === 'REVIEWER' ? 'REVIEW' : null),
    IncidentReviewed: (row) => void (row.waits_for = null),
    IncidentApproved: (row) => void (row.waits_for = null),
    IncidentReopened: (row) => void (row.waits_for = null),
    IncidentDeleted: (row) => void (row.is_deleted = true),
    IncidentRestored: (row) => void (row.is_deleted = false),
  },
  always(row, { revision }) {
    row.revision = revision;
    row.assignee_guid = assigneeOf(row);
  },
});

/** Whom each incident waits for. Months without figures are computed when asked: the calendar is never projected. */
export const notificationListProjection = defineReadModel({ name: 'notification-list', version: 1, tables: [notificationTable], folds: [notificationFold] });
