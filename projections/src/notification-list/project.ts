import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Projection, Table } from '../runner/projection.ts';

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

type Unassigned = Omit<NotificationRow, 'assignee_guid'>;

function firstRow({ stream, revision, number }: RecordedEvent, data: Extract<IncidentEvent, { type: 'IncidentReported' }>['data']): Unassigned {
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
  };
}

function changeOf(before: NotificationRow, event: Exclude<IncidentEvent, { type: 'IncidentReported' }>): Partial<Unassigned> {
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

function assigned(row: Unassigned): NotificationRow {
  const assignee = row.waits_for === 'REVIEW' ? row.reviewer_guid : row.waits_for === 'APPROVAL' ? row.approver_guid : null;
  return { ...row, assignee_guid: row.is_deleted ? null : assignee };
}

/** Whom each incident waits for. Months without figures are computed when asked: the calendar is never projected. */
export const notificationListProjection: Projection = {
  name: 'notification-list',
  tables: [notificationTable],
  eventTypes: new Set<string>(types),

  needs: (events) => [{ table: notificationTable, keys: [...new Set(events.map(({ stream }) => stream))].map((stream) => [stream]) }],

  project(events, rows) {
    for (const recorded of events) {
      const event = recorded as IncidentEvent & RecordedEvent;
      const before = rows.get(notificationTable, recorded.stream);
      if (before && recorded.revision <= before.revision) continue;
      if (event.type === 'IncidentReported') {
        rows.put(notificationTable, assigned(firstRow(recorded, event.data)));
        continue;
      }
      if (!before) throw new Error(`${event.type} of an incident that nobody reported: ${recorded.stream}`);
      rows.put(notificationTable, assigned({ ...before, ...changeOf(before, event), revision: recorded.revision }));
    }
  },
};
