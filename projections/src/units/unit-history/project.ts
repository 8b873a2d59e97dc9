import { unitEvents } from '@plimsoll/contracts/units/unit-events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { rowPerEvent } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type EventType } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';
import { shortHash } from '../../platform/short-hash.ts';

export const unitHistoryTable = table('unit_history', {
  comment: 'What happened to worksites and reporting groups.',
  key: ['unit_guid', 'revision'],
  columns: {
    unit_guid: 'uuid',
    revision: 'integer',
    position: 'bigint',
    type: 'text',
    at: 'timestamptz',
    recorded_at: of<Date | string>('timestamptz'),
    actor_guid: 'uuid',
    actor_kind: 'text',
    on_behalf_of_guid: 'uuid?',
    product: 'text',
    device: 'text',
    reassigned_to_guid: 'uuid?',
    seal: 'text',
    data: 'text',
  },
  comments: {
    reassigned_to_guid: 'of a group that was archived in favour of another',
    data: "the event's data as JSON; it is folded when the history is read",
  },
  indexes: { reassigned: '(tenant, reassigned_to_guid) where reassigned_to_guid is not null' },
});
export type UnitHistoryRow = RowOf<typeof unitHistoryTable>;

const eventTypes: readonly EventType[] = [
  'WorksiteCreated',
  'ReportingGroupCreated',
  ...unitEvents.map(({ type }) => type),
];

const rowOf = ({
  stream,
  revision,
  position,
  type,
  recordedAt,
  hash,
  metadata,
  data,
}: RecordedEvent): UnitHistoryRow => ({
  unit_guid: stream.guid,
  revision,
  position,
  type,
  at: metadata.at,
  recorded_at: recordedAt,
  actor_guid: metadata.actor.userGuid,
  actor_kind: metadata.actor.kind,
  on_behalf_of_guid: metadata.onBehalfOf,
  product: metadata.client.product,
  device: metadata.client.device,
  reassigned_to_guid: (data as { reassignedToGuid?: string | null }).reassignedToGuid ?? null,
  seal: shortHash(hash),
  data: JSON.stringify(data),
});

/** The events of worksites and reporting groups. */
export const unitHistory = defineReadModel({
  name: 'unit-history',
  version: 1,
  tables: [unitHistoryTable],
  folds: [rowPerEvent(unitHistoryTable, eventTypes, rowOf)],
});
