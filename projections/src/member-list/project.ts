import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { Permission } from '@plimsoll/contracts/permissions';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import { foldStream } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table, type RowOf } from '../runner/table.ts';

export const memberTable = table('member_list', {
  comment: 'Past members stay, since incidents name them.',
  key: ['user_guid'],
  columns: {
    user_guid: 'uuid', name: 'text', email_address: 'text', is_admin: 'boolean', user_groups: of<readonly UserGroup[]>('text[]'), reporting_group_guid: 'uuid?',
    permissions: of<readonly Permission[] | null>('text[]?'), is_removed: 'boolean', joined_at: 'timestamptz', stream: 'uuid',
  },
  comments: { permissions: 'what was given to this person in place of what the groups give' },
  // Whose memberships are asked for comes before the organization is known.
  indexes: { user: '(user_guid)' },
  policies: { own_rows: 'for select to plimsoll_app using (user_guid = (select current_user_guid()))' },
});
export type MemberRow = RowOf<typeof memberTable>;

export const memberFold = foldStream(memberTable, {
  key: ({ data }: RecordedEvent) => [(data as { userGuid: string }).userGuid],
  begin: {
    MemberJoined: ({ stream, data: { userGuid, name, emailAddress, isAdmin, userGroups, reportingGroupGuid }, metadata }) => ({
      user_guid: userGuid, name, email_address: emailAddress, is_admin: isAdmin, user_groups: userGroups, reporting_group_guid: reportingGroupGuid,
      permissions: null, is_removed: false, joined_at: metadata.at, stream: stream.guid,
    }),
  },
  evolve: {
    MemberPermissionsChanged: (member, { data: { isAdmin, userGroups, permissions } }) => void Object.assign(member, { is_admin: isAdmin, user_groups: userGroups, permissions }),
    MemberRemoved: (member) => void (member.is_removed = true),
  },
});

/** Who belongs, or belonged, to an organization, and what they may do there. */
export const memberList = defineReadModel({ name: 'member-list', version: 1, tables: [memberTable], isAboutRights: true, folds: [memberFold] });
