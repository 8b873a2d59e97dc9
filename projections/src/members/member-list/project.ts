import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { User } from '@plimsoll/contracts/identity/user';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const memberTable = table('member_list', {
  comment: 'Past members stay, since incidents name them.',
  key: ['user_guid'],
  columns: {
    user_guid: 'uuid',
    name: 'text',
    email_address: 'text',
    is_admin: 'boolean',
    user_groups: of<readonly UserGroup[]>('text[]'),
    reporting_group_guid: 'uuid?',
    permissions: of<readonly string[] | null>('text[]?'),
    user_permissions: of<User['userPermissions'] | null>('jsonb?'),
    is_onboarded: 'boolean',
    is_removed: 'boolean',
    joined_at: 'timestamptz',
    revision: 'integer',
    stream: 'uuid',
  },
  comments: {
    permissions: 'what was given to this person in place of what the groups give',
    user_permissions:
      'what they may change of their account, where the organization governs it; all of it where nothing stands',
  },
  // A person's memberships are found before an organization is known.
  indexes: { user: '(user_guid)' },
  policies: { own_rows: 'for select to plimsoll_app using (user_guid = (select current_user_guid()))' },
});
export type MemberRow = RowOf<typeof memberTable>;

export const userGroupTable = table('user_group', {
  comment:
    'What the members of a group hold where an organization has changed it; the others hold what they do as shipped.',
  key: ['user_group'],
  columns: {
    user_group: of<UserGroup>('text'),
    permissions: of<readonly string[]>('text[]'),
    revision: 'integer',
    stream: 'uuid',
  },
  // A person's memberships in all their organizations are evaluated at once.
  policies: { named_tenants: 'for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]))' },
});
export type UserGroupRow = RowOf<typeof userGroupTable>;

const memberFold = foldStream(memberTable, {
  key: ({ data }: RecordedEvent) => [(data as { userGuid: string }).userGuid],
  begin: {
    MemberJoined: ({
      stream,
      revision,
      data: { userGuid, name, emailAddress, isAdmin, userGroups, reportingGroupGuid, isOnboarded },
      metadata,
    }) => ({
      user_guid: userGuid,
      name,
      email_address: emailAddress,
      is_admin: isAdmin,
      user_groups: userGroups,
      reporting_group_guid: reportingGroupGuid,
      permissions: null,
      user_permissions: null,
      is_onboarded: isOnboarded,
      is_removed: false,
      joined_at: metadata.at,
      revision,
      stream: stream.guid,
    }),
  },
  evolve: {
    MemberPermissionsChanged: (member, { data: { isAdmin, userGroups, permissions } }) =>
      void Object.assign(member, { is_admin: isAdmin, user_groups: userGroups, permissions }),
    MemberDetailsChanged: (member, { data: { name, emailAddress } }) =>
      void Object.assign(member, { name, email_address: emailAddress }),
    MemberReportingGroupChanged: (member, { data }) => void (member.reporting_group_guid = data.reportingGroupGuid),
    MemberIndustriesChanged: () => undefined,
    MemberUserPermissionsChanged: (member, { data: { userGuid: _, ...userPermissions } }) =>
      void (member.user_permissions = userPermissions),
    MemberOnboardingChanged: (member, { data }) => void (member.is_onboarded = data.isOnboarded),
    MemberRemoved: (member) => void (member.is_removed = true),
  },
  always: (member, { revision }) => void (member.revision = revision),
});

/** The members of an organization, current and former, and their permissions. */
export const memberList = defineReadModel({
  name: 'member-list',
  version: 3,
  tables: [memberTable, userGroupTable],
  priority: 'authorization',
  folds: [memberFold],
  on: {
    UserGroupPermissionsChanged: ({ stream, revision, data: { userGroup, permissions } }, rows) =>
      rows.put(userGroupTable, { user_group: userGroup, permissions, revision, stream: stream.guid }),
  },
});
