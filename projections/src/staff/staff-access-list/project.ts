import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';

export const staffAccessTable = table('staff_access', {
  comment: 'Whom the organization turned out may not return for a day, unless it lets them.',
  key: ['access_guid'],
  columns: {
    access_guid: 'uuid',
    user_guid: 'uuid',
    name: 'text',
    reason: 'text',
    began_at: 'timestamptz',
    ends_at: 'timestamptz',
    ended_at: 'timestamptz?',
    is_turned_out: 'boolean',
    return_allowed_at: 'timestamptz?',
  },
});
export type StaffAccessRow = RowOf<typeof staffAccessTable>;

/** Whether the organization ended an access, rather than its holder or an operator. */
export const isTurnedOut = (
  { userGuid }: { readonly userGuid: string },
  { actor }: Pick<EventMetadata, 'actor'>,
): boolean => actor.kind === 'USER' && actor.userGuid !== userGuid;

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
      is_turned_out: false,
      return_allowed_at: null,
    }),
  },
  evolve: {
    StaffAccessEnded: (access, { data, metadata }) =>
      void Object.assign(access, { ended_at: metadata.at, is_turned_out: isTurnedOut(data, metadata) }),
    StaffReturnAllowed: (access, { metadata }) => void (access.return_allowed_at = metadata.at),
  },
});

/** Accesses of our staff to an organization, with their reasons. */
export const staffAccessList = defineReadModel({
  name: 'staff-access-list',
  version: 2,
  tables: [staffAccessTable],
  folds: [accessFold],
});
