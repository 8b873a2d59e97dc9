import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Projection, Rows, Table } from '../runner/projection.ts';

export interface NotificationRow {
  incident_guid: string;
  revision: number;
  number: number;
  form_name: string;
  occurrence_date: string;
  region_guid: string | null;
  worksite_guid: string | null;
  reviewer_guid: string | null;
  approver_guid: string | null;
  waits_for: 'REVIEW' | 'APPROVAL' | null;
  is_deleted: boolean;
  assignee_guid: string | null;
}

export const notificationTable: Table<NotificationRow> = {
  name: 'notification_v1',
  key: ['incident_guid'],
  columns: {
    incident_guid: 'uuid',
    revision: 'integer',
    number: 'bigint',
    form_name: 'text',
    occurrence_date: 'date',
    region_guid: 'uuid',
    worksite_guid: 'uuid',
    reviewer_guid: 'uuid',
    approver_guid: 'uuid',
    waits_for: 'text',
    is_deleted: 'boolean',
    assignee_guid: 'uuid',
  },
};

const types = [
  'IncidentReported', 'IncidentAmended', 'ReviewRequested', 'IncidentReviewed', 'IncidentReturned', 'ApprovalRequested',
  'IncidentApproved', 'IncidentReopened', 'IncidentDeleted', 'IncidentRestored',
] as const satisfies IncidentEvent['type'][];

function firstRow({ stream: { guid: stream }, revision, number }: RecordedEvent, data: Extract<IncidentEvent, { type: 'IncidentReported' }>['data']): NotificationRow {
  if (number === null) throw new Error(`The incident ${stream} was reported without a number`);
  return {
    incident_guid: stream,
    revision,
    number,
    form_name: data.form.name,
    occurrence_date: data.occurrenceDate,
    region_guid: data.regionGuid,
    worksite_guid: data.worksiteGuid,
    reviewer_guid: null,
    approver_guid: null,
    waits_for: null,
    is_deleted: false,
    assignee_guid: null,
  };
}

function changeOf(before: NotificationRow, event: Exclude<IncidentEvent, { type: 'IncidentReported' }>): Partial<NotificationRow> {
  switch (event.type) {
    case 'IncidentAmended': {
      const { occurrenceDate = before.occurrence_date, regionGuid = before.region_guid, worksiteGuid = before.worksite_guid } = event.data;
      return { occurrence_date: occurrenceDate, region_guid: regionGuid, worksite_guid: worksiteGuid };
    }
    case 'ReviewRequested': return { reviewer_guid: event.data.reviewerGuid, waits_for: 'REVIEW' };
    case 'ApprovalRequested': return { approver_guid: event.data.approverGuid, waits_for: 'APPROVAL' };
    case 'IncidentReturned': return { waits_for: event.data.to === 'REVIEWER' ? 'REVIEW' : null };
    case 'IncidentReviewed':
    case 'IncidentApproved':
    case 'IncidentReopened': return { waits_for: null };
    case 'IncidentDeleted': return { is_deleted: true };
    case 'IncidentRestored': return { is_deleted: false };
  }
}

function assigneeOf(row: NotificationRow): string | null {
  if (row.is_deleted || row.waits_for === null) return null;
  return row.waits_for === 'REVIEW' ? row.reviewer_guid : row.approver_guid;
}

/** Whom each incident waits for. Months without figures are computed when asked: the calendar is never projected. */
export const notificationListProjection: Projection = {
  name: 'notification-list',
  tables: [notificationTable],
  eventTypes: new Set<string>(types),

  needs: (events) => [{ table: notificationTable, keys: [...new Set(events.map(({ stream }) => stream.guid))].map((stream) => [stream]) }],

  project(events, rows) {
    const open = new Map<string, NotificationRow>();
    for (const event of events as readonly (IncidentEvent & RecordedEvent)[]) take(event, rows, open);
  },
};

/** @param open the rows that this page has made its own: they are changed in place. */
function take(event: IncidentEvent & RecordedEvent, rows: Rows, open: Map<string, NotificationRow>): void {
  const before = open.get(event.stream.guid) ?? rows.get(notificationTable, event.stream.guid);
  if (before && event.revision <= before.revision) return;
  let row: NotificationRow;
  if (event.type === 'IncidentReported') {
    row = firstRow(event, event.data);
  } else {
    if (!before) throw new Error(`${event.type} of an incident that nobody reported: ${event.stream.guid}`);
    row = open.get(event.stream.guid) ?? { ...before };
    Object.assign(row, changeOf(row, event));
    row.revision = event.revision;
    row.assignee_guid = assigneeOf(row);
  }
  if (row === before) return;
  open.set(event.stream.guid, row);
  rows.put(notificationTable, row);
}
