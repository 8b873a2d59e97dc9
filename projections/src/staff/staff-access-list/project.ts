import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';

export const staffAccessTable = table('staff_access', {
  key: ['access_guid'],
  columns: {
    access_guid: 'uuid',
    user_guid: 'uuid',
    name: 'text',
    reason: 'text',
    began_at: 'timestamptz',
    ends_at: 'timestamptz',
    ended_at: 'timestamptz?',
  },
});
export type StaffAccessRow = RowOf<typeof staffAccessTable>;

const accessFold = foldStream(staffAccessTable, {
  begin: {
    StaffAccessBegan: ({ stream, metadata, data: { userGuid, name, reason, endsAt } }) => ({
      access_guid: stream.guid,
      user_guid: userGuid,
      name,
      reason,
      began_at: metadata.at,
      ends_at: endsAt,
      ended_at: null,
    }),
  },
  evolve: { StaffAccessEnded: (access, { metadata }) => void (access.ended_at = metadata.at) },
});

/** Accesses of our staff to an organization, with their reasons. */
export const staffAccessList = defineReadModel({
  name: 'staff-access-list',
  version: 1,
  tables: [staffAccessTable],
  folds: [accessFold],
});
