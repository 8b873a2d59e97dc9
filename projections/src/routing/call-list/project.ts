import type { CallListTarget } from '@plimsoll/contracts/routing/events';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const callListTable = table('call_list', {
  comment: 'Whom an organization, a worksite or a reporting group asks first, in this order.',
  key: ['list_guid'],
  columns: {
    list_guid: 'uuid',
    target: of<CallListTarget>('text'),
    target_guid: 'uuid?',
    members: of<readonly string[]>('uuid[]'),
    revision: 'integer',
  },
  comments: { list_guid: 'of its stream' },
});
export type CallListRow = RowOf<typeof callListTable>;

/** The call lists of an organization. */
export const callList = defineReadModel({
  name: 'call-list',
  version: 1,
  tables: [callListTable],
  priority: 'authorization',
  on: {
    CallListSet: ({ stream, revision, data: { target, targetGuid, members } }, rows) =>
      rows.put(callListTable, { list_guid: stream.guid, target, target_guid: targetGuid, members, revision }),
  },
});
