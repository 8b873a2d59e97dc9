import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import { incidentEventTypes } from '../incident-progress.ts';
import { rowPerEvent } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table, type RowOf } from '../runner/table.ts';

export const incidentHistoryTable = table('incident_history', {
  key: ['event_id', 'revision'],
  columns: {
    event_id: 'uuid', revision: 'integer', position: 'bigint', type: 'text', at: 'timestamptz', recorded_at: of<Date | string>('timestamptz'), actor_guid: 'uuid',
    actor_kind: 'text', on_behalf_of_guid: 'uuid?', product: 'text', device: 'text', seal: 'text', data: 'text',
  },
  comments: { data: 'the event\'s data as JSON; it is folded when the history is read' },
});
export type IncidentHistoryRow = RowOf<typeof incidentHistoryTable>;

const SEAL_DIGITS = 8;

/** Of a file the history says what was done: its name stands in no table, so that nothing is left of it once it is erased. */
const isOfFile = (type: string): boolean => type.startsWith('Attachment');

const rowOf = ({ stream, revision, position, type, recordedAt, hash, metadata, data }: RecordedEvent): IncidentHistoryRow => ({
  event_id: stream.guid, revision, position, type, at: metadata.at, recorded_at: recordedAt, actor_guid: metadata.actor.userGuid,
  actor_kind: metadata.actor.kind, on_behalf_of_guid: metadata.onBehalfOf, product: metadata.client.product, device: metadata.client.device,
  seal: hash.slice(0, SEAL_DIGITS), data: JSON.stringify(isOfFile(type) ? {} : data),
});

/** What happened to an incident, event by event. */
export const incidentHistory = defineReadModel({
  name: 'incident-history',
  version: 1,
  tables: [incidentHistoryTable],
  folds: [rowPerEvent(incidentHistoryTable, incidentEventTypes, rowOf, 'incident')],
});
