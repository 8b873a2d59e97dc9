import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { firstState, stateAfter, type LaterEvent } from '@plimsoll/contracts/incidents/progress';
import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
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
  state: IncidentState;
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
    state: 'text',
    is_deleted: 'boolean',
    assignee_guid: 'uuid',
  },
};

const types = [
  'IncidentReported', 'IncidentAmended', 'ReviewRequested', 'IncidentReviewed', 'IncidentReturned', 'ApprovalRequested',
  'IncidentApproved', 'IncidentReopened', 'IncidentDeleted', 'IncidentRestored',
] as const satisfies IncidentEvent['type'][];

function firstRow({ stream, revision, number }: RecordedEvent, data: Extract<IncidentEvent, { type: 'IncidentReported' }>['data']): NotificationRow {
  if (number === null) throw new Error(`The incident ${stream.guid} was reported without a number`);
  return {
    incident_guid: stream.guid,
    revision,
    number,
    form_name: data.form.name,
    occurrence_date: data.occurrenceDate,
    region_guid: data.regionGuid,
    worksite_guid: data.worksiteGuid,
    reviewer_guid: null,
    approver_guid: null,
    state: firstState(data.form.workflow),
    is_deleted: false,
    assignee_guid: null,
  };
}

function changeOf(before: NotificationRow, event: LaterEvent): Partial<NotificationRow> {
  const state = stateAfter(before.state, event);
  switch (event.type) {
    case 'IncidentAmended': {
      const { occurrenceDate = before.occurrence_date, regionGuid = before.region_guid, worksiteGuid = before.worksite_guid } = event.data;
      return { occurrence_date: occurrenceDate, region_guid: regionGuid, worksite_guid: worksiteGuid };
    }
    case 'ReviewRequested': return { state, reviewer_guid: event.data.reviewerGuid };
    case 'ApprovalRequested': return { state, approver_guid: event.data.approverGuid };
    case 'IncidentDeleted': return { is_deleted: true };
    case 'IncidentRestored': return { is_deleted: false };
    default: return { state };
  }
}

/** Whoever is asked for a review or an approval; the reporter and who has reviewed hold it without being asked for anything. */
function assigneeOf(row: NotificationRow): string | null {
  if (row.is_deleted) return null;
  if (row.state === 'REVIEW_REQUESTED') return row.reviewer_guid;
  return row.state === 'APPROVAL_REQUESTED' ? row.approver_guid : null;
}

/** Whom each incident waits for. Months without figures are computed when asked: the calendar is never projected. */
export const notificationListProjection: Projection = {
  name: 'notification-list',
  tables: [notificationTable],
  eventTypes: new Set<string>(types),

  needs: (events) => [{ table: notificationTable, keys: [...new Set(events.map(({ stream }) => stream.guid))].map((guid) => [guid]) }],

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
    Object.assign(row, changeOf(row, event as LaterEvent));
    row.revision = event.revision;
    row.assignee_guid = assigneeOf(row);
  }
  if (row === before) return;
  open.set(event.stream.guid, row);
  rows.put(notificationTable, row);
}
