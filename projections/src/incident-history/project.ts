import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import { incidentEventTypes } from '../incident-progress.ts';
import type { Projection, Table } from '../runner/projection.ts';

export interface IncidentHistoryRow {
  event_id: string;
  revision: number;
  position: number;
  type: string;
  at: string;
  recorded_at: Date | string;
  actor_guid: string;
  actor_kind: string;
  on_behalf_of_guid: string | null;
  product: string;
  device: string;
  seal: string;
  /** JSON of the event's data. */
  data: string;
}

export const incidentHistoryTable: Table<IncidentHistoryRow> = {
  name: 'incident_history_v1',
  key: ['event_id', 'revision'],
  columns: {
    event_id: 'uuid', revision: 'integer', position: 'bigint', type: 'text', at: 'timestamptz', recorded_at: 'timestamptz', actor_guid: 'uuid',
    actor_kind: 'text', on_behalf_of_guid: 'uuid', product: 'text', device: 'text', seal: 'text', data: 'text',
  },
};

const SEAL_DIGITS = 8;

const rowOf = ({ stream, revision, position, type, recordedAt, hash, metadata, data }: RecordedEvent): IncidentHistoryRow => ({
  event_id: stream.guid, revision, position, type, at: metadata.at, recorded_at: recordedAt, actor_guid: metadata.actor.userGuid,
  actor_kind: metadata.actor.kind, on_behalf_of_guid: metadata.onBehalfOf, product: metadata.client.product, device: metadata.client.device,
  seal: hash.slice(0, SEAL_DIGITS), data: JSON.stringify(data),
});

/** What happened to an incident, event by event. */
export const incidentHistory: Projection = {
  name: 'incident-history',
  tables: [incidentHistoryTable],
  eventTypes: new Set<string>(incidentEventTypes),
  needs: () => [],
  project(events, rows) {
    for (const event of events) rows.add(incidentHistoryTable, rowOf(event));
  },
};
