import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { RowFold } from '../../runner/tables/read-model.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';
import { shortHash } from '../../platform/short-hash.ts';

export const changeLogTable = table('change_log', {
  comment:
    'Who changed what, event by event. Nothing of what an event says stands here, so that there is nothing to erase.',
  key: ['position'],
  columns: {
    position: 'bigint',
    revision: 'integer',
    at: 'timestamptz',
    recorded_at: of<Date | string>('timestamptz'),
    actor_guid: 'uuid',
    actor_kind: 'text',
    on_behalf_of_guid: 'uuid?',
    kind: 'text',
    record_guid: 'uuid',
    type: 'text',
    seal: 'text',
  },
  comments: { kind: 'of the stream' },
  indexes: { record: '(tenant, record_guid, position)' },
  filtered: ['actor_guid', 'kind'],
});
export type ChangeLogRow = RowOf<typeof changeLogTable>;

const rowOf = ({ stream, revision, position, type, recordedAt, hash, metadata }: RecordedEvent): ChangeLogRow => ({
  position,
  revision,
  at: metadata.at,
  recorded_at: recordedAt,
  actor_guid: metadata.actor.userGuid,
  actor_kind: metadata.actor.kind,
  on_behalf_of_guid: metadata.onBehalfOf,
  kind: stream.kind,
  record_guid: stream.guid,
  type,
  seal: shortHash(hash),
});

/** A row for every event of an organization. The installation's own log is excluded. */
const everyEvent: RowFold = {
  table: changeLogTable,
  eventTypes: eventContracts.map(({ type }) => type),
  needs: () => [],
  open: (rows) => ({
    take: (event) => void (event.tenant !== INSTALLATION_TENANT && rows.putOwn(changeLogTable, rowOf(event))),
    close: () => undefined,
  }),
};

/** The change log: who changed what in an organization. */
export const changeLog = defineReadModel({
  name: 'change-log',
  version: 1,
  tables: [changeLogTable],
  folds: [everyEvent],
});
